import type { ConfigStore, InstanceRecord } from '../port/config-store.js';
import type { CapabilityInstance } from './capability-instance.js';
import type { LoadOptions } from './load-options.js';

/** True when the instance is persisted; one with a generated id never is. */
export function isKept({ persist, newInstance }: LoadOptions): boolean {
  return persist !== false && newInstance !== true;
}

/** Records of instances between loads; records of instances that are not persisted live as long as the process. */
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

  /** Sets or removes an override of a variable, whether the instance is loaded or not. */
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
