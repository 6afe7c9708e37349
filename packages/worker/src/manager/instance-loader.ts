import { endStaleGroups } from '../supervisor/run-file.js';
import type { CapabilityCatalog, CapabilitySource } from './capability-catalog.js';
import { CapabilityInstance } from './capability-instance.js';
import { journalInstance, type Host } from './host.js';
import { instanceId } from './instance-id.js';
import type { InstanceInfo } from './instance-info.js';
import type { InstancePlanner } from './instance-planner.js';
import { isKept, type InstanceRecords } from './instance-records.js';
import { loadFacts } from './load-facts.js';
import { loadDigest, readLoadOptions, type LoadOptions } from './load-options.js';
import type { LoadedInstances } from './loaded-instances.js';
import { idTaken } from './manager-errors.js';
import type { CapabilityFile } from './worker-plan.js';

/** A loaded instance with the warnings of its load. */
export interface LoadedInstance extends InstanceInfo {
  readonly warnings: readonly string[];
}

interface Loading {
  readonly digest: string;
  readonly done: Promise<LoadedInstance>;
}

/** Loads instances, each id once. */
export class InstanceLoader {
  readonly #host: Host;
  readonly #catalog: CapabilityCatalog;
  readonly #records: InstanceRecords;
  readonly #planner: InstancePlanner;
  readonly #loaded: LoadedInstances;
  readonly #loading = new Map<string, Loading>();
  #swept: Promise<unknown> | undefined;
  #closed = false;

  constructor(
    host: Host,
    catalog: CapabilityCatalog,
    records: InstanceRecords,
    planner: InstancePlanner,
    loaded: LoadedInstances,
  ) {
    this.#host = host;
    this.#catalog = catalog;
    this.#records = records;
    this.#planner = planner;
    this.#loaded = loaded;
  }

  async load(source: CapabilitySource, options: LoadOptions): Promise<LoadedInstance> {
    const wanted = readLoadOptions(options);
    const found = await this.#catalog.find(source);
    const id = instanceId(found.manifest.code.name, wanted);
    const digest = loadDigest(found, wanted);
    const loading = this.#loading.get(id);
    const known = this.#loaded.digestOf(id) ?? loading?.digest;
    if (known !== undefined && known !== digest) throw idTaken(id);
    if (this.#loaded.has(id)) return { ...this.#loaded.get(id).info(), warnings: [] };
    if (loading !== undefined) return loading.done;
    const done = this.#load(id, digest, found, wanted).finally(() => this.#loading.delete(id));
    this.#loading.set(id, { digest, done });
    return done;
  }

  /** Refuses further loads and waits for running ones. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled([...this.#loading.values()].map(({ done }) => done));
  }

  /** Loads an instance: record → env → adapters → spawn → hello → drift → validate → initialize → prefetch → register → journal */
  async #load(id: string, digest: string, found: CapabilityFile, options: LoadOptions): Promise<LoadedInstance> {
    await this.#sweep();
    const record = isKept(options) ? await this.#host.config.get(id) : undefined;
    const plan = await this.#planner.plan(id, found, options, record?.envOverrides ?? {});
    const instance = new CapabilityInstance(this.#host, id, found, plan);
    instance.enabled = record?.enabled ?? true;
    await instance.start(options.config, record?.config);
    try {
      if (this.#closed) throw this.#loaded.notLoaded(id);
      this.#loaded.add(instance, digest);
      await this.#records.put(instance, { config: instance.config });
      await journalInstance(this.#host, 'load', instance, loadFacts(instance));
    } catch (error) {
      this.#loaded.remove(instance);
      await instance.stop();
      throw error;
    }
    for (const warning of plan.warnings) this.#host.warn(warning);
    return { ...instance.info(), warnings: plan.warnings };
  }

  /** Ends, once, the workers that a dead host left behind. */
  async #sweep(): Promise<void> {
    const { runDir } = this.#host;
    if (runDir !== undefined) await (this.#swept ??= endStaleGroups(runDir));
  }
}
