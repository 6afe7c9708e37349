import { InstancePool } from '../instance-pool/instance-pool.js';
import { endStaleGroups } from '../supervisor/run-file.js';
import type { CapabilityCatalog, CapabilitySource } from './capability-catalog.js';
import { CapabilityInstance } from './capability-instance.js';
import { journalInstance, type Host } from './host.js';
import { instanceId } from './instance-id.js';
import type { InstanceInfo } from './instance-info.js';
import type { InstancePlanner } from './instance-planner.js';
import { isKept, type InstanceRecords } from './instance-records.js';
import { loadFacts } from './load-facts.js';
import { loadDigest, readLoadOptions, withSettings, type LoadOptions } from './load-options.js';
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
  /** Workers that nobody has been given yet. */
  readonly #starting = new Set<CapabilityInstance>();
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
    const given = readLoadOptions(options);
    const found = await this.#catalog.find(source);
    const wanted = withSettings(this.#host.settings[found.manifest.code.name], given);
    const id = instanceId(found.manifest.code.name, wanted);
    const digest = loadDigest(found, wanted);
    const loading = this.#loading.get(id);
    const known = this.#loaded.digestOf(id) ?? loading?.digest;
    if (known !== undefined && known !== digest) throw idTaken(id);
    if (this.#loaded.has(id)) return { ...this.#loaded.pool(id).info(), warnings: [] };
    if (loading !== undefined) return loading.done;
    const done = this.#load(id, digest, found, wanted).finally(() => this.#loading.delete(id));
    this.#loading.set(id, { digest, done });
    return done;
  }

  /** Refuses further loads and ends running ones: nobody is left to use what they start. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled([...this.#starting].map((instance) => instance.supervisor.abandon()));
    await Promise.allSettled([...this.#loading.values()].map(({ done }) => done));
  }

  /** Loads an instance: record → env → adapters → spawn → hello → drift → validate → initialize → prefetch → register → journal */
  async #load(id: string, digest: string, found: CapabilityFile, options: LoadOptions): Promise<LoadedInstance> {
    await this.#sweep();
    const record = isKept(options) ? await this.#host.config.get(id) : undefined;
    const envOverrides = record?.envOverrides ?? {};
    const instance = await this.#member(id, found, options, { envOverrides });
    instance.enabled = record?.enabled ?? true;
    await this.#start(instance, options.config, record?.config);
    const { warnings } = instance.plan;
    const pool = new InstancePool(this.#host, instance, async (config, at) => {
      const records = await this.#records.of(instance);
      const member = await this.#member(id, found, instance.plan.options, { envOverrides: records.envOverrides, at });
      await this.#start(member, config, undefined);
      return member;
    });
    try {
      if (this.#closed) throw this.#loaded.notLoaded(id);
      this.#loaded.add(pool, digest);
      await this.#records.put(instance, { config: instance.config });
      await journalInstance(this.#host, 'load', instance, loadFacts(instance));
    } catch (error) {
      this.#loaded.remove(instance);
      await pool.stop();
      throw error;
    }
    await pool.fill();
    for (const warning of warnings) this.#host.warn(warning);
    return { ...pool.info(), warnings };
  }

  /** Starts one worker; the end of the host ends it. */
  async #start(instance: CapabilityInstance, ...config: Parameters<CapabilityInstance['start']>): Promise<void> {
    this.#starting.add(instance);
    try {
      if (this.#closed) throw this.#loaded.notLoaded(instance.id);
      await instance.start(...config);
    } catch (error) {
      throw this.#closed ? this.#loaded.notLoaded(instance.id) : error;
    } finally {
      this.#starting.delete(instance);
    }
  }

  /** Plans one worker of an instance, with what it takes of the machine. */
  async #member(
    id: string,
    found: CapabilityFile,
    options: LoadOptions,
    { envOverrides, at = 0 }: { readonly envOverrides: Readonly<Record<string, string>>; readonly at?: number },
  ): Promise<CapabilityInstance> {
    const gpus = await this.#host.gpus.take(options.remote === undefined ? (options.resources?.gpus ?? 0) : 0, id);
    try {
      const plan = await this.#planner.plan(id, found, options, { envOverrides, gpus, at });
      return new CapabilityInstance(this.#host, id, found, plan);
    } catch (error) {
      this.#host.gpus.release(gpus);
      throw error;
    }
  }

  /** Ends, once, the workers that a dead host left behind. */
  async #sweep(): Promise<void> {
    const { runDir } = this.#host;
    if (runDir !== undefined) await (this.#swept ??= endStaleGroups(runDir));
  }
}
