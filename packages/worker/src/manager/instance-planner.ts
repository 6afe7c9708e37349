import type { CapabilityCatalog } from './capability-catalog.js';
import type { CapabilityInstance } from './capability-instance.js';
import type { Host } from './host.js';
import type { InstanceRecords } from './instance-records.js';
import type { LoadOptions } from './load-options.js';
import { planWorker, type CapabilityFile, type RuntimeSource, type WorkerPlan } from './worker-plan.js';

/** Differences between the workers of an instance, and between loads of it. */
export interface MemberInput {
  readonly envOverrides: Readonly<Record<string, string>>;
  /** Graphics cards that the worker sees. */
  readonly gpus?: readonly string[];
  /** Place among the workers of the instance, from 0. */
  readonly at?: number;
}

/** Plans the workers of instances from search paths and records. */
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

  /** Plans a first load. */
  async plan(id: string, found: CapabilityFile, options: LoadOptions, member: MemberInput): Promise<WorkerPlan> {
    const { adapters } = await this.#catalog.report();
    return planWorker(this.#host, { id, found, adapters, options, ...member, runtimes: this.#runtimes });
  }

  /** Plans a reload: the stored options with changes. */
  async replan(instance: CapabilityInstance, changes: LoadOptions): Promise<WorkerPlan> {
    const { options: old } = instance.plan;
    const options: LoadOptions = {
      ...old,
      ...changes,
      ...(changes.limits && { limits: { ...old.limits, ...changes.limits } }),
      ...(changes.timeouts && { timeouts: { ...old.timeouts, ...changes.timeouts } }),
    };
    const { envOverrides } = await this.#records.of(instance);
    return this.plan(instance.id, instance.found, options, { envOverrides, gpus: instance.plan.gpus });
  }
}
