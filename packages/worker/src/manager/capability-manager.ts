import type { Secret } from '@helve/core';
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
import type { DiagnosticFilter, StoredDiagnosticLine } from '../port/diagnostics-store.js';
import { CapabilityCatalog, type CapabilitySource } from './capability-catalog.js';
import type { CapabilityInstance } from './capability-instance.js';
import type { CapabilityCallOptions, CapabilityRequest } from './capability-request.js';
import { failedStream } from './failed-stream.js';
import { journalInstance, type Host } from './host.js';
import type { InstanceInfo } from './instance-info.js';
import { InstanceLoader, type LoadedInstance } from './instance-loader.js';
import { InstancePlanner } from './instance-planner.js';
import { InstanceRecords } from './instance-records.js';
import { InstanceSettings } from './instance-settings.js';
import { readLoadOptions, type LoadOptions } from './load-options.js';
import { LoadedInstances } from './loaded-instances.js';
import { toHost, type ManagerOptions } from './manager-options.js';

/** Loads capabilities, keeps them alive and calls them. */
export class CapabilityManager {
  readonly #host: Host;
  readonly #catalog: CapabilityCatalog;
  readonly #records: InstanceRecords;
  readonly #loaded = new LoadedInstances();
  readonly #planner: InstancePlanner;
  readonly #loader: InstanceLoader;
  readonly #settings: InstanceSettings;

  constructor(options: ManagerOptions = {}) {
    const host = toHost(options);
    const records = new InstanceRecords(host.config);
    const catalog = new CapabilityCatalog(options.searchPaths ?? []);
    this.#host = host;
    this.#catalog = catalog;
    this.#records = records;
    this.#planner = new InstancePlanner(host, catalog, records, options.runtimes ?? {});
    this.#loader = new InstanceLoader(host, catalog, records, this.#planner, this.#loaded);
    this.#settings = new InstanceSettings(host, catalog, records, this.#loaded, (id) => this.reload(id));
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
  load(source: CapabilitySource, options: LoadOptions = {}): Promise<LoadedInstance> {
    return this.#loader.load(source, options);
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
      this.#loaded.remove(instance);
      await instance.stop();
      await journalInstance(this.#host, 'load', instance, { unloaded: true });
    });
  }

  /** A new worker from the kept spec, with whatever is changed in it; also for an instance that gave up. */
  async reload(id: string, changes: Omit<LoadOptions, 'id' | 'newInstance' | 'persist'> = {}): Promise<InstanceInfo> {
    const instance = this.instance(id);
    const { config, ...rest } = readLoadOptions(changes);
    return instance.lock.run(async () => {
      const plan = await this.#planner.replan(instance, rest);
      await instance.reload(plan, config === undefined ? undefined : { ...instance.config, ...config });
      if (config !== undefined) await this.#records.put(instance, { config: instance.config });
      await journalInstance(this.#host, 'load', instance, { reloaded: true, configHash: instance.configHash });
      return instance.info();
    });
  }

  /** Loads what is slow to load, before the first call wants it. */
  async prefetch(id: string): Promise<void> {
    const instance = this.instance(id);
    await instance.lifecycle(await instance.supervisor.ready(), 'prefetch');
  }

  async enable(id: string): Promise<void> {
    await this.#settings.switch(id, true);
  }

  /** Refuses new calls at once, and tells the worker when the last one is over. */
  async disable(id: string): Promise<void> {
    await this.#settings.switch(id, false);
  }

  /** Changes some keys of the configuration. */
  update(id: string, patch: Config, { unset }: Pick<ConfigPatch, 'unset'> = {}): Promise<readonly string[]> {
    return this.#settings.configure(id, { patch, unset });
  }

  /** States the whole configuration. */
  replace(id: string, config: Config): Promise<readonly string[]> {
    return this.#settings.configure(id, { replace: config });
  }

  /** Sets a visible variable in place of the manifest's value, also before the first load; null takes that back. */
  setEnvOverride(id: string, name: string, value: string | null, { reload = true } = {}): Promise<void> {
    return this.#settings.override(id, name, value, reload);
  }

  /** Keeps a secret of a capability, whose instances get it with a new worker. */
  setSecret(capability: string, key: string, value: string | Secret, { reload = true } = {}): Promise<void> {
    return this.#settings.setSecret(capability, key, value, reload);
  }

  removeSecret(capability: string, key: string, { reload = true } = {}): Promise<boolean> {
    return this.#settings.removeSecret(capability, key, reload);
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
  envReport(id: string): Promise<ResolvedWorkerEnv> {
    return this.#settings.envReport(id);
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
    const instance = this.#loaded.find(id);
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
    return this.#loaded.get(id);
  }

  has(id: string): boolean {
    return this.#loaded.has(id);
  }

  instances(): readonly InstanceInfo[] {
    return this.#loaded.all.map((instance) => instance.info());
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
    await this.#loader.close();
    await Promise.allSettled(this.#loaded.ids.map((id) => this.unload(id)));
    await this.#host.journal.close();
    await this.#host.diagnostics.close();
    this.#host.hub.close();
  }

  /** The error for an id that nobody loaded. */
  notLoaded(id: string): CapabilityNotLoadedError {
    return this.#loaded.notLoaded(id);
  }
}
