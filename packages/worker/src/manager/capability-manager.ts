import { Secret, type JsonObject } from '@helve/core';
import { matchAdapters } from '../adapter/plan-adapters.js';
import type { AdapterVerdict } from '../adapter/adapter-verdict.js';
import type { FieldOptionsSource } from '../capability/config-option.js';
import type { ConfigPatch } from '../capability/merge-config.js';
import type { Config } from '../capability/tool-capability.js';
import type { ResolvedWorkerEnv } from '../env/worker-env-input.js';
import type { CapabilityNotLoadedError } from '../error/fatal-errors.js';
import type { EventFilter } from '../event/event-hub.js';
import type { EventSubscription } from '../event/event-subscription.js';
import { checkManifest } from '../manifest/check-manifest.js';
import type { DiscoveryReport } from '../manifest/discover-manifests.js';
import { effectiveManifest } from '../manifest/effective-manifest.js';
import type { DiagnosticFilter, StoredDiagnosticLine } from '../port/diagnostics-store.js';
import { endStaleGroups } from '../supervisor/run-file.js';
import { CapabilityCatalog, type CapabilitySource } from './capability-catalog.js';
import { CapabilityInstance } from './capability-instance.js';
import type { CapabilityCallOptions, CapabilityRequest } from './capability-request.js';
import { changeInstanceConfig, type ConfigWish } from './change-instance-config.js';
import { journalThenTell, type Host } from './host.js';
import type { InstanceInfo } from './instance-info.js';
import { failedStream } from './failed-stream.js';
import { instanceId } from './instance-id.js';
import { InstanceRecords, isKept } from './instance-records.js';
import { loadFacts } from './load-facts.js';
import { loadDigest, readLoadOptions, type LoadOptions } from './load-options.js';
import { assertOverride } from './env-override.js';
import { notLoaded, taken } from './manager-errors.js';
import { toHost, type ManagerOptions } from './manager-options.js';
import { planWorker, resolveEnv, type FoundCapability, type PlanInput, type WorkerPlan } from './worker-plan.js';

/** What a load gave, with what is worth knowing about it. */
export interface LoadedInstance extends InstanceInfo {
  readonly warnings: readonly string[];
}

interface Loaded {
  readonly instance: CapabilityInstance;
  readonly digest: string;
}

/** Loads capabilities, keeps them alive and calls them. */
export class CapabilityManager {
  readonly #options: ManagerOptions;
  readonly #host: Host;
  readonly #records: InstanceRecords;
  readonly #catalog: CapabilityCatalog;
  readonly #loaded = new Map<string, Loaded>();
  readonly #loading = new Map<string, { readonly digest: string; readonly done: Promise<LoadedInstance> }>();
  #swept: Promise<unknown> | undefined;
  #closed = false;

  constructor(options: ManagerOptions = {}) {
    this.#options = options;
    this.#host = toHost(options);
    this.#records = new InstanceRecords(this.#host.config);
    this.#catalog = new CapabilityCatalog(options.searchPaths ?? []);
  }

  /** What a queue in front of this manager shares with it. */
  get host(): Host {
    return this.#host;
  }

  /** Reads the search paths anew. */
  discover(): Promise<DiscoveryReport> {
    return this.#catalog.discover();
  }

  /** What is wrong with a manifest, without starting anything. */
  validate(manifest: unknown) {
    return checkManifest(manifest);
  }

  /** Loads one instance; an equal load of a loaded id gives that. A load that fails leaves nothing behind. */
  async load(source: CapabilitySource, options: LoadOptions = {}): Promise<LoadedInstance> {
    const wanted = readLoadOptions(options);
    const found = await this.#catalog.find(source);
    const id = instanceId(found.manifest.code.name, wanted);
    const key = loadDigest(found, wanted);
    const known = this.#loaded.get(id) ?? this.#loading.get(id);
    if (known !== undefined && known.digest !== key) throw taken(id);
    if (known !== undefined) return 'done' in known ? known.done : { ...known.instance.info(), warnings: [] };
    const done = this.#load(id, key, found, wanted).finally(() => this.#loading.delete(id));
    this.#loading.set(id, { digest: key, done });
    return done;
  }

  /** Everything on the search paths; what fails is listed and disturbs nothing. */
  async loadAll(options: Omit<LoadOptions, 'id'> = {}): Promise<{
    readonly loaded: readonly LoadedInstance[];
    readonly failed: readonly { readonly name: string; readonly error: Error }[];
  }> {
    const { capabilities } = await this.discover();
    const names = capabilities.map(({ manifest }) => manifest.code.name);
    const results = await Promise.allSettled(capabilities.map((found) => this.load(found, options)));
    return {
      loaded: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
      failed: results.flatMap((result, at) =>
        result.status === 'rejected' ? [{ name: names[at] ?? '', error: result.reason as Error }] : [],
      ),
    };
  }

  async unload(id: string): Promise<void> {
    const instance = this.instance(id);
    await instance.lock.run(async () => {
      if (this.#loaded.get(id)?.instance === instance) this.#loaded.delete(id);
      await instance.stop();
      await this.#note('load', instance, { unloaded: true });
    });
  }

  /** A new worker from the kept spec, with whatever is changed in it; also for an instance that gave up. */
  async reload(id: string, changes: Omit<LoadOptions, 'id' | 'newInstance' | 'persist'> = {}): Promise<InstanceInfo> {
    const instance = this.instance(id);
    const { config, ...rest } = readLoadOptions(changes);
    return instance.lock.run(async () => {
      const plan = await this.#replan(instance, rest);
      await instance.reload(plan, config === undefined ? undefined : { ...instance.config, ...config });
      if (config !== undefined) await this.#records.put(instance, { config: instance.config });
      await this.#note('load', instance, { reloaded: true, configHash: instance.configHash });
      return instance.info();
    });
  }

  /** Loads what is slow to load, before the first call wants it. */
  async prefetch(id: string): Promise<void> {
    const instance = this.instance(id);
    await instance.lifecycle(await instance.supervisor.ready(), 'prefetch');
  }

  async enable(id: string): Promise<void> {
    await this.#switch(id, true);
  }

  /** Refuses new calls at once, and tells the worker when the last one is over. */
  async disable(id: string): Promise<void> {
    await this.#switch(id, false);
  }

  /** Changes some keys of the configuration. */
  update(id: string, patch: Config, { unset }: Pick<ConfigPatch, 'unset'> = {}): Promise<readonly string[]> {
    return this.#configure(id, { patch, unset });
  }

  /** States the whole configuration. */
  replace(id: string, config: Config): Promise<readonly string[]> {
    return this.#configure(id, { replace: config });
  }

  /** Sets a visible variable in place of the manifest's value, also before the first load; null takes that back. */
  async setEnvOverride(id: string, name: string, value: string | null, { reload = true } = {}): Promise<void> {
    const instance = this.#loaded.get(id)?.instance;
    const { code } = (
      instance?.found ?? (await this.#catalog.find((await this.#host.config.get(id))?.capability ?? id))
    ).manifest;
    assertOverride(code, name, value);
    await this.#records.override(id, instance, code.name, name, value);
    await journalThenTell(
      this.#host,
      'env',
      { capability: code.name, instanceId: id },
      { key: name, set: value !== null },
    );
    if (instance !== undefined) await this.#envChanged([instance], reload);
  }

  /** Keeps a secret of a capability, whose instances get it with a new worker. */
  async setSecret(capability: string, key: string, value: string | Secret, { reload = true } = {}): Promise<void> {
    await this.#host.secrets.put(capability, key, typeof value === 'string' ? new Secret(value) : value);
    await journalThenTell(this.#host, 'secret', { capability }, { key, set: true });
    await this.#envChanged(this.#instancesOf(capability), reload);
  }

  async removeSecret(capability: string, key: string, { reload = true } = {}): Promise<boolean> {
    const removed = await this.#host.secrets.delete(capability, key);
    if (!removed) return false;
    await journalThenTell(this.#host, 'secret', { capability }, { key, set: false });
    await this.#envChanged(this.#instancesOf(capability), reload);
    return true;
  }

  /** Names only. */
  listSecrets(capability: string): Promise<readonly string[]> {
    return this.#host.secrets.list(capability);
  }

  /** What the fields of the configuration may be set to now; a worker that cannot tell gives the reason. */
  async configOptions(
    id: string,
  ): Promise<{ readonly options: Record<string, FieldOptionsSource>; readonly error?: Error }> {
    const instance = this.instance(id);
    try {
      const proxy = await instance.supervisor.ready();
      const options = await instance.lifecycle(proxy, 'getConfigOptions');
      return { options: (options ?? {}) as Record<string, FieldOptionsSource> };
    } catch (error) {
      return { options: {}, error: instance.clean(error) };
    }
  }

  /** Every variable that a worker of an instance would get now, with its origin; secrets masked. */
  async envReport(id: string): Promise<ResolvedWorkerEnv> {
    const instance = this.#loaded.get(id)?.instance;
    const found = instance?.found ?? (await this.#catalog.find(id));
    const record = await this.#host.config.get(id);
    return resolveEnv(this.#host, effectiveManifest(found.manifest), {
      options: instance?.plan.options ?? {},
      envOverrides: record?.envOverrides ?? {},
    });
  }

  /** The verdict on every adapter that was found, for a capability that need not be loaded. */
  async matchAdapters(
    source: CapabilitySource,
    options: { readonly strict?: boolean } = {},
  ): Promise<ReadonlyMap<string, AdapterVerdict>> {
    const { manifest } = await this.#catalog.find(source);
    const { adapters } = await this.#catalog.report();
    return matchAdapters(
      adapters.map((found) => found.manifest),
      manifest.code.structuralSurface,
      options,
    );
  }

  call(id: string, request: CapabilityRequest, options?: CapabilityCallOptions): Promise<unknown> {
    const instance = this.#loaded.get(id)?.instance;
    return instance === undefined ? Promise.reject(this.notLoaded(id)) : instance.call(request, options);
  }

  /** A stream begins with its first pull. */
  stream(id: string, request: CapabilityRequest, options?: CapabilityCallOptions): AsyncIterableIterator<unknown> {
    try {
      return this.instance(id).stream(request, options);
    } catch (error) {
      return failedStream(error);
    }
  }

  /** The instance of an id; throws if there is none. */
  instance(id: string): CapabilityInstance {
    const instance = this.#loaded.get(id)?.instance;
    if (instance === undefined) throw this.notLoaded(id);
    return instance;
  }

  has(id: string): boolean {
    return this.#loaded.has(id);
  }

  instances(): readonly InstanceInfo[] {
    return [...this.#loaded.values()].map(({ instance }) => instance.info());
  }

  /** What workers said and printed. */
  diagnostics(filter?: DiagnosticFilter): Promise<readonly StoredDiagnosticLine[]> {
    return this.#host.diagnostics.read(filter);
  }

  events(filter?: EventFilter): EventSubscription {
    return this.#host.hub.subscribe(filter);
  }

  /** Ends all workers and writes what is still to be written. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled([...this.#loading.values()].map(({ done }) => done));
    await Promise.allSettled([...this.#loaded.keys()].map((id) => this.unload(id)));
    await this.#host.journal.close();
    await this.#host.diagnostics.close();
    this.#host.hub.close();
  }

  /** record → env → adapters → spawn → hello → drift → validate → initialize → prefetch → register → journal */
  async #load(id: string, key: string, found: FoundCapability, options: LoadOptions): Promise<LoadedInstance> {
    await this.#sweep();
    const record = isKept(options) ? await this.#host.config.get(id) : undefined;
    const plan = await planWorker(this.#host, await this.#planInput(id, found, options, record?.envOverrides ?? {}));
    const instance = new CapabilityInstance(this.#host, id, found, plan);
    instance.enabled = record?.enabled ?? true;
    await instance.start(options.config, record?.config);
    if (this.#closed) {
      await instance.stop();
      throw this.notLoaded(id);
    }
    this.#loaded.set(id, { instance, digest: key });
    try {
      await this.#records.put(instance, { config: instance.config });
      await this.#note('load', instance, loadFacts(instance));
    } catch (error) {
      await this.unload(id);
      throw error;
    }
    for (const warning of plan.warnings) this.#host.warn(warning);
    return { ...instance.info(), warnings: plan.warnings };
  }

  async #configure(id: string, wish: ConfigWish): Promise<readonly string[]> {
    const instance = this.instance(id);
    return instance.lock.run(async () => {
      const persist = (config: Config) => this.#records.put(instance, { config });
      const changed = [...(await changeInstanceConfig(instance, wish, persist))];
      if (changed.length > 0) await this.#note('config', instance, { keys: changed, configHash: instance.configHash });
      return changed;
    });
  }

  async #switch(id: string, enabled: boolean): Promise<void> {
    const instance = this.instance(id);
    await instance.lock.run(async () => {
      if (instance.enabled === enabled) return;
      instance.enabled = enabled;
      await this.#records.put(instance, { enabled });
      if (!enabled) await instance.gate.whenIdle();
      if (instance.supervisor.state === 'running') {
        await instance.lifecycle(await instance.supervisor.ready(), enabled ? 'onEnable' : 'onDisable');
      }
      await this.#note('config', instance, { enabled });
    });
  }

  async #envChanged(instances: readonly CapabilityInstance[], reload: boolean): Promise<void> {
    for (const instance of instances) instance.envStale = true;
    if (reload) await Promise.all(instances.map(({ id }) => this.reload(id)));
  }

  async #replan(instance: CapabilityInstance, changes: LoadOptions): Promise<WorkerPlan> {
    const { options: old } = instance.plan;
    const options: LoadOptions = {
      ...old,
      ...changes,
      ...(changes.limits && { limits: { ...old.limits, ...changes.limits } }),
      ...(changes.timeouts && { timeouts: { ...old.timeouts, ...changes.timeouts } }),
    };
    const { envOverrides } = await this.#records.of(instance);
    return planWorker(this.#host, await this.#planInput(instance.id, instance.found, options, envOverrides));
  }

  async #planInput(
    id: string,
    found: FoundCapability,
    options: LoadOptions,
    envOverrides: Readonly<Record<string, string>>,
  ): Promise<PlanInput> {
    const { adapters } = await this.#catalog.report();
    return { id, found, adapters, options, envOverrides, runtimes: this.#options.runtimes ?? {} };
  }

  /** Ends what a host that died has left behind, once. */
  async #sweep(): Promise<void> {
    const { runDir } = this.#host;
    if (runDir !== undefined) await (this.#swept ??= endStaleGroups(runDir));
  }

  async #note(kind: 'load' | 'config', instance: CapabilityInstance, facts: JsonObject): Promise<void> {
    await journalThenTell(this.#host, kind, { capability: instance.name, instanceId: instance.id }, facts);
  }

  #instancesOf(capability: string): readonly CapabilityInstance[] {
    return [...this.#loaded.values()].map(({ instance }) => instance).filter(({ name }) => name === capability);
  }

  /** The error for an id that nobody loaded. */
  notLoaded(id: string): CapabilityNotLoadedError {
    return notLoaded(id, this.#loaded.keys());
  }
}
