import type { CapabilityCatalog } from './capability-catalog.js';
import type { CapabilityInstance } from './capability-instance.js';
import type { Host } from './host.js';
import type { InstanceRecords } from './instance-records.js';
import type { LoadOptions } from './load-options.js';
import { planWorker, type CapabilityFile, type RuntimeSource, type WorkerPlan } from './worker-plan.js';

type Overrides = Readonly<Record<string, string>>;

/** Decides how the workers of instances are started, with what lies on the search paths and in the records. */
export class InstancePlanner {
  readonly #host: Host;
  readonly #catalog: CapabilityCatalog;
  readonly #records: InstanceRecords;
  readonly #runtimes: { readonly [runtime: string]: RuntimeSource };

  constructor(
    host: Host,
    catalog: CapabilityCatalog,
    records: InstanceRecords,
    runtimes: { readonly [runtime: string]: RuntimeSource },
  ) {
    this.#host = host;
    this.#catalog = catalog;
    this.#records = records;
    this.#runtimes = runtimes;
  }

  /** The plan of a first load. */
  async plan(id: string, found: CapabilityFile, options: LoadOptions, envOverrides: Overrides): Promise<WorkerPlan> {
    const { adapters } = await this.#catalog.report();
    return planWorker(this.#host, { id, found, adapters, options, envOverrides, runtimes: this.#runtimes });
  }

  /** The plan of a reload: what was kept, with what is changed in it. */
  async replan(instance: CapabilityInstance, changes: LoadOptions): Promise<WorkerPlan> {
    const { options: old } = instance.plan;
    const options: LoadOptions = {
      ...old,
      ...changes,
      ...(changes.limits && { limits: { ...old.limits, ...changes.limits } }),
      ...(changes.timeouts && { timeouts: { ...old.timeouts, ...changes.timeouts } }),
    };
    const { envOverrides } = await this.#records.of(instance);
    return this.plan(instance.id, instance.found, options, envOverrides);
  }
}
