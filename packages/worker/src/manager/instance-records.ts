import type { ConfigStore, InstanceRecord } from '../port/config-store.js';
import type { CapabilityInstance } from './capability-instance.js';
import type { LoadOptions } from './load-options.js';

/** An instance of its own accord is never persisted. */
export function isKept({ persist, newInstance }: LoadOptions): boolean {
  return persist !== false && newInstance !== true;
}

/** What is kept of instances between their loads; of those that nobody keeps, only for as long as they live. */
export class InstanceRecords {
  readonly #store: ConfigStore;
  readonly #passing = new WeakMap<CapabilityInstance, InstanceRecord>();

  constructor(store: ConfigStore) {
    this.#store = store;
  }

  async of(instance: CapabilityInstance): Promise<InstanceRecord> {
    const { name: capability, config, enabled, plan } = instance;
    const known = isKept(plan.options) ? await this.#store.get(instance.id) : this.#passing.get(instance);
    return known ?? { capability, config, enabled, envOverrides: {} };
  }

  /** Sets or takes back a variable, whether the instance is loaded or not. */
  async override(
    id: string,
    instance: CapabilityInstance | undefined,
    capability: string,
    name: string,
    value: string | null,
  ): Promise<void> {
    const fresh: InstanceRecord = { capability, config: {}, enabled: true, envOverrides: {} };
    const record = instance === undefined ? ((await this.#store.get(id)) ?? fresh) : await this.of(instance);
    const { [name]: _, ...others } = record.envOverrides;
    const envOverrides = value === null ? others : { ...others, [name]: value };
    if (instance === undefined) await this.#store.put(id, { ...record, envOverrides });
    else await this.put(instance, { envOverrides });
  }

  async put(instance: CapabilityInstance, change: Partial<InstanceRecord>): Promise<void> {
    const record = { ...(await this.of(instance)), ...change };
    if (isKept(instance.plan.options)) await this.#store.put(instance.id, record);
    else this.#passing.set(instance, record);
  }
}
