import { digest, visibleText } from '@helve/core';
import { CapabilityCancelledError } from '@helve/worker';
import {
  CapabilityManager,
  createAdmission,
  JobQueue,
  type CapabilityManifest,
  type ConfigStore,
  type DiagnosticsStore,
  type DiscoveryReport,
  type LoadedInstance,
  type LoadOptions,
} from '@helve/worker/host';
import type { Notify, ProjectIo } from '../project-io.js';
import { toLoadOptions, type WorkerSettings } from '../config/worker-keys.js';
import { prepareEnvironment } from './environment/prepare-python.js';
import { readyModule } from './ready-module.js';
import { resolveRemotes } from './resolve-remotes.js';
import type { WorkerLocation } from './worker-location.js';

/** Options of a host of workers. */
export interface WorkerHostOptions {
  /** True when changes of instances are stored; else records are only read. */
  readonly keep?: boolean;
  /** True when warnings of the host are left out, because the command reports them itself. */
  readonly quiet?: boolean;
  /** True when diagnostics of workers are shown on stderr. */
  readonly showLog?: boolean;
}

/** Surroundings of a host of workers: the environment, when to stop, and whom to notify. */
export interface WorkersDoor {
  readonly io: Pick<ProjectIo, 'env' | 'signal'>;
  readonly notify: Notify;
}

/** A host of workers, for the time of one command or of a server. */
export interface WorkerHost {
  readonly manager: CapabilityManager;
  readonly queue: JobQueue;
  discover(): Promise<DiscoveryReport>;
  /** Loads an instance by its id: that of a record, or the name of a capability; `capability` says which where neither does. */
  load(id: string, options?: LoadOptions, capability?: string): Promise<LoadedInstance>;
  /** Digest of the manifest and the settings that hold for a capability or instance here; undefined where there is none. */
  known(id: string): Promise<string | undefined>;
  /** Waits for what a worker takes its time for, until the command is interrupted. */
  untilAborted<T>(work: Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A manager for one command; waiting for a load ends when the command is interrupted. */
export async function openWorkerHost(
  location: WorkerLocation,
  terminal: WorkersDoor,
  options: WorkerHostOptions = {},
): Promise<WorkerHost> {
  const { quiet = false, showLog = false } = options;
  const { secrets, searchPaths, directories, runDir, workers } = location;
  const { capabilities = {}, remotes = {}, lanes } = workers;
  const settings = Object.entries(capabilities).map(([name, one]) => [name, toLoadOptions(one)] as const);
  const { config, measurements, journal, diagnostics } = await location.store.open();
  const closing = new AbortController();
  const manager = new CapabilityManager({
    stores: {
      config: keptIf(() => options.keep === true, config),
      secrets,
      measurements,
      journal,
      diagnostics: showLog ? alsoSaid(diagnostics, terminal) : diagnostics,
    },
    searchPaths,
    directories,
    runDir,
    hostEnv: terminal.io.env,
    settings: Object.fromEntries(settings),
    modules: (file) => readyModule(file, location.modulesDir),
    environments: (found) =>
      prepareEnvironment(found, {
        folder: location.environmentsDir,
        env: terminal.io.env,
        say: terminal.notify,
        signal: closing.signal,
      }),
    remotes: resolveRemotes(remotes, location.root, terminal.io.env),
    warn: quiet ? () => {} : terminal.notify,
  });
  const queue = new JobQueue(manager, lanes === undefined ? {} : { policy: createAdmission({ lanes }) });
  let interrupted = false;
  const untilAborted = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await raceAbort(work, terminal.io.signal);
    } catch (error) {
      interrupted = terminal.io.signal.aborted;
      throw error;
    }
  };
  return {
    manager,
    queue,
    discover: () => manager.discover(),
    async load(id, loadOptions = {}, capability) {
      const name = capability ?? (await config.get(id))?.capability ?? id;
      return untilAborted(manager.load(name, { id, ...loadOptions }));
    },
    async known(id) {
      if (manager.has(id)) return capabilityDigest(manager.instance(id).found.manifest, workers);
      const found = (await manager.discover()).capabilities.find(({ manifest }) => manifest.code.name === id);
      return found && capabilityDigest(found.manifest, workers);
    },
    untilAborted,
    async close() {
      closing.abort();
      // Whoever interrupted a wait does not wait for the worker either.
      await manager.close({ atOnce: interrupted });
    },
  };
}

/** Work that is to leave no trace in the records only reads them. */
function keptIf(isKept: () => boolean, store: ConfigStore): ConfigStore {
  return {
    get: (id) => store.get(id),
    list: () => store.list(),
    put: async (id, record) => (isKept() ? store.put(id, record) : undefined),
    delete: async (id) => isKept() && store.delete(id),
  };
}

/** Digest of everything in files that decides how a capability runs. */
export function capabilityDigest(manifest: CapabilityManifest, { capabilities = {} }: WorkerSettings): string {
  return digest({ manifest, settings: capabilities[manifest.code.name] ?? null });
}

/** Shows what workers say, and keeps it. */
function alsoSaid(store: DiagnosticsStore, { notify }: WorkersDoor): DiagnosticsStore {
  return {
    async append(lines) {
      for (const { level, message } of lines) notify(`${level}: ${visibleText(message)}`);
      await store.append(lines);
    },
    read: (filter) => store.read(filter),
    prune: (retention, nowMs) => store.prune(retention, nowMs),
  };
}

async function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = () => reject(new CapabilityCancelledError('Cannot go on: it was cancelled', { reason: 'signal' }));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    stop = () => signal.removeEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stop();
  }
}
