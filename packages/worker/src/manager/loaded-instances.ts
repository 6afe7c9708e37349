import type { CapabilityInstance } from './capability-instance.js';
import { notLoaded } from './manager-errors.js';

interface Loaded {
  readonly instance: CapabilityInstance;
  /** Equal for equal loads. */
  readonly digest: string;
}

/** The instances of a host by id. */
export class LoadedInstances {
  readonly #loaded = new Map<string, Loaded>();

  get ids(): readonly string[] {
    return [...this.#loaded.keys()];
  }

  get all(): readonly CapabilityInstance[] {
    return [...this.#loaded.values()].map(({ instance }) => instance);
  }

  add(instance: CapabilityInstance, digest: string): void {
    this.#loaded.set(instance.id, { instance, digest });
  }

  /** Removes this instance, but not another one that has its id by now. */
  remove(instance: CapabilityInstance): void {
    if (this.#loaded.get(instance.id)?.instance === instance) this.#loaded.delete(instance.id);
  }

  has(id: string): boolean {
    return this.#loaded.has(id);
  }

  find(id: string): CapabilityInstance | undefined {
    return this.#loaded.get(id)?.instance;
  }

  digestOf(id: string): string | undefined {
    return this.#loaded.get(id)?.digest;
  }

  /** Returns the instance with this id; throws when it is not loaded. */
  get(id: string): CapabilityInstance {
    const instance = this.find(id);
    if (instance === undefined) throw this.notLoaded(id);
    return instance;
  }

  ofCapability(name: string): readonly CapabilityInstance[] {
    return this.all.filter((instance) => instance.name === name);
  }

  /** Creates the error for an id that is not loaded. */
  notLoaded(id: string) {
    return notLoaded(id, this.#loaded.keys());
  }
}
