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
import type { InstancePool } from '../instance-pool/instance-pool.js';
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
import { servedCapability } from './served-capability.js';
import type { ServedCapability } from '../transport/web-socket/serve-workers.js';
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

  /** State that a queue in front of this manager shares with it. */
  get host(): Host {
    return this.#host;
  }

  /** Reads the search paths again. */
  discover(): Promise<DiscoveryReport> {
    return this.#catalog.discover();
  }

  /** Finds problems of a manifest without starting anything. */
  validate(manifest: unknown) {
    return checkManifest(manifest);
  }

  /** Loads one instance. An equal load of a loaded id returns that instance; a failed load leaves nothing behind. */
  load(source: CapabilitySource, options: LoadOptions = {}): Promise<LoadedInstance> {
    return this.#loader.load(source, options);
  }

  /** Loads everything on the search paths; failures are listed and do not affect the others. */
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
      const pool = this.#loaded.pool(id);
      this.#loaded.remove(instance);
      await pool.stop();
      await journalInstance(this.#host, 'load', instance, { unloaded: true });
    });
  }

  /** Starts a new worker from the stored options with these changes; also revives an instance that gave up. */
  async reload(id: string, changes: Omit<LoadOptions, 'id' | 'newInstance' | 'persist'> = {}): Promise<InstanceInfo> {
    const instance = this.instance(id);
    const { config, ...rest } = readLoadOptions(changes);
    return instance.lock.run(async () => {
      const pool = this.#loaded.pool(id);
      const plan = await this.#planner.replan(instance, rest);
      await pool.shrink();
      await instance.reload(plan, config === undefined ? undefined : { ...instance.config, ...config });
      if (config !== undefined) await this.#records.put(instance, { config: instance.config });
      await journalInstance(this.#host, 'load', instance, { reloaded: true, configHash: instance.configHash });
      await pool.fill();
      return pool.info();
    });
  }

  /** Loads slow resources before the first call needs them. */
  async prefetch(id: string): Promise<void> {
    await this.#loaded.pool(id).each(async (member) => {
      await member.lifecycle(await member.supervisor.ready(), 'prefetch');
    });
  }

  async enable(id: string): Promise<void> {
    await this.#settings.switch(id, true);
  }

  /** Refuses new calls at once, and notifies the worker after the last running one. */
  async disable(id: string): Promise<void> {
    await this.#settings.switch(id, false);
  }

  /** Changes some keys of the configuration. */
  update(id: string, patch: Config, { unset }: Pick<ConfigPatch, 'unset'> = {}): Promise<readonly string[]> {
    return this.#settings.configure(id, { patch, unset });
  }

  /** Replaces the whole configuration. */
  replace(id: string, config: Config): Promise<readonly string[]> {
    return this.#settings.configure(id, { replace: config });
  }

  /** Overrides a visible variable of the manifest, also before the first load; null removes the override. */
  setEnvOverride(id: string, name: string, value: string | null, { reload = true } = {}): Promise<void> {
    return this.#settings.override(id, name, value, reload);
  }

  /** Stores a secret of a capability; its instances get it with a new worker. */
  setSecret(capability: string, key: string, value: string | Secret, { reload = true } = {}): Promise<void> {
    return this.#settings.setSecret(capability, key, value, reload);
  }

  removeSecret(capability: string, key: string, { reload = true } = {}): Promise<boolean> {
    return this.#settings.removeSecret(capability, key, reload);
  }

  /** Returns the names of the stored secrets. */
  listSecrets(capability: string): Promise<readonly string[]> {
    return this.#host.secrets.list(capability);
  }

  /** Returns the values that fields of the configuration currently accept, or the error of the worker. */
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

  /** Returns every variable that a worker of this instance would get now, with its origin; secrets are masked. */
  envReport(id: string): Promise<ResolvedWorkerEnv> {
    return this.#settings.envReport(id);
  }

  /** Returns the verdict on every discovered adapter for a capability, which need not be loaded. */
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
    const pool = this.#loaded.findPool(id);
    return pool === undefined ? Promise.reject(this.notLoaded(id)) : pool.call(request, options);
  }

  /** Opens a stream, which begins with the first pull. */
  stream(id: string, request: CapabilityRequest, options?: CapabilityCallOptions): AsyncIterableIterator<unknown> {
    try {
      return this.#loaded.pool(id).stream(request, options);
    } catch (error) {
      return failedStream(error);
    }
  }

  /** Returns the instance with this id; throws when it is not loaded. */
  instance(id: string): CapabilityInstance {
    return this.#loaded.get(id);
  }

  /** Returns the workers of an instance. */
  pool(id: string): InstancePool {
    return this.#loaded.pool(id);
  }

  has(id: string): boolean {
    return this.#loaded.has(id);
  }

  instances(): readonly InstanceInfo[] {
    return this.#loaded.pools.map((pool) => pool.info());
  }

  /** Reads log lines and output of workers. */
  diagnostics(filter?: DiagnosticFilter): Promise<readonly StoredDiagnosticLine[]> {
    return this.#host.diagnostics.read(filter);
  }

  events(filter?: EventFilter): EventSubscription {
    return this.#host.hub.subscribe(filter);
  }

  /** Returns how this machine runs a capability for hosts elsewhere, for `serveWorkers`. */
  served(source: CapabilitySource): ServedCapability {
    return servedCapability(this.#host, this.#catalog, this.#planner, source);
  }

  /** Stops all workers, within their grace period unless `atOnce`, and finishes pending writes. */
  async close({ atOnce = false } = {}): Promise<void> {
    await this.#loader.close();
    if (atOnce) await Promise.allSettled(this.#loaded.pools.map((pool) => pool.abandon()));
    await Promise.allSettled(this.#loaded.ids.map((id) => this.unload(id)));
    await this.#host.journal.close();
    await this.#host.diagnostics.close();
    this.#host.hub.close();
  }

  /** Creates the error for an id that is not loaded. */
  notLoaded(id: string): CapabilityNotLoadedError {
    return this.#loaded.notLoaded(id);
  }
}
