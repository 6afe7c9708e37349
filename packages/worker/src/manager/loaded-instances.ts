import type { InstancePool } from '../instance-pool/instance-pool.js';
import type { CapabilityInstance } from './capability-instance.js';
import { notLoaded } from './manager-errors.js';

interface Loaded {
  readonly pool: InstancePool;
  /** Equal for equal loads. */
  readonly digest: string;
}

/** The instances of a host by id. */
export class LoadedInstances {
  readonly #loaded = new Map<string, Loaded>();

  get ids(): readonly string[] {
    return [...this.#loaded.keys()];
  }

  get pools(): readonly InstancePool[] {
    return [...this.#loaded.values()].map(({ pool }) => pool);
  }

  get all(): readonly CapabilityInstance[] {
    return this.pools.map(({ primary }) => primary);
  }

  add(pool: InstancePool, digest: string): void {
    this.#loaded.set(pool.primary.id, { pool, digest });
  }

  /** Removes this instance, but not another one that has its id by now. */
  remove(instance: CapabilityInstance): void {
    if (this.find(instance.id) === instance) this.#loaded.delete(instance.id);
  }

  has(id: string): boolean {
    return this.#loaded.has(id);
  }

  find(id: string): CapabilityInstance | undefined {
    return this.#loaded.get(id)?.pool.primary;
  }

  findPool(id: string): InstancePool | undefined {
    return this.#loaded.get(id)?.pool;
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

  /** Returns the workers of the instance with this id; throws when it is not loaded. */
  pool(id: string): InstancePool {
    const pool = this.findPool(id);
    if (pool === undefined) throw this.notLoaded(id);
    return pool;
  }

  ofCapability(name: string): readonly CapabilityInstance[] {
    return this.all.filter((instance) => instance.name === name);
  }

  /** Creates the error for an id that is not loaded. */
  notLoaded(id: string) {
    return notLoaded(id, this.#loaded.keys());
  }
}
