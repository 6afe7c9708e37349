import { createHash } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { useSha256 } from '@helve/core';
import {
  CapabilityCancelledError,
  CapabilityManager,
  FileSecretStore,
  type ConfigStore,
  type DiagnosticsStore,
  type DiscoveryReport,
  type LoadedInstance,
  type LoadOptions,
  type WorkerDirectories,
} from '@helve/worker';
import type { ResolvedConfig } from '../config/config-keys.js';
import { configFilesIn } from '../config/find-config.js';
import { defaultWorkerPaths } from '../config/line-keys.js';
import { loadConfig } from '../config/load-config.js';
import { createLazyStore, type LazyStore } from '../line/lazy-store.js';
import type { Terminal } from '../terminal.js';

/** Where workers of a project are found, and where what they need is kept. */
export interface WorkerPlace {
  /** The folder of the config, or the working directory without one. */
  readonly root: string;
  readonly searchPaths: readonly string[];
  readonly directories: WorkerDirectories;
  /** Where living workers are noted. */
  readonly runDir: string;
  /** Records, measurements, journal and diagnostics. */
  readonly store: LazyStore;
  readonly secrets: FileSecretStore;
}

export interface WorkersOptions {
  /** Whether what happens to an instance is remembered; else records are only read. */
  readonly keep?: boolean;
  /** Whether warnings of the host are left out, where the command tells them itself. */
  readonly quiet?: boolean;
  /** Whether what workers say is shown on stderr. */
  readonly showLog?: boolean;
}

/** A host of workers for the time of one command. */
export interface Workers {
  readonly manager: CapabilityManager;
  discover(): Promise<DiscoveryReport>;
  /** Loads an instance by its id: that of a record, or the name of a capability. */
  load(id: string, options?: LoadOptions): Promise<LoadedInstance>;
  /** Waits for what a worker takes its time for, until the command is interrupted. */
  patiently<T>(work: Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Finds the project; workers need no config, so that none is no mistake. */
export async function findWorkerPlace({ io }: Terminal, configFile: string | undefined): Promise<WorkerPlace> {
  useSha256((text) => createHash('sha256').update(text).digest('hex'));
  const loaded = configFile !== undefined || hasConfig(io.cwd) ? await loadConfig(io.cwd, configFile) : undefined;
  const root = loaded === undefined ? io.cwd : dirname(loaded.file);
  const state = join(root, '.helve');
  return Object.freeze({
    root,
    searchPaths: pathsOf(loaded?.config).map((path) => resolve(root, path)),
    directories: { modelsDir: join(state, 'models'), dataDir: join(state, 'data') },
    runDir: join(state, 'run'),
    store: createLazyStore(loaded?.config.store ?? {}, loaded?.file ?? join(root, 'none')),
    secrets: new FileSecretStore({ directory: join(state, 'secrets') }),
  });
}

/** A manager for one command; waiting for a load ends when the command is interrupted. */
export async function openWorkers(
  place: WorkerPlace,
  terminal: Terminal,
  options: WorkersOptions = {},
): Promise<Workers> {
  const { keep = false, quiet = false, showLog = false } = options;
  const { secrets, searchPaths, directories, runDir } = place;
  const { config, measurements, journal, diagnostics } = await place.store.open();
  const manager = new CapabilityManager({
    stores: {
      config: keep ? config : readOnly(config),
      secrets,
      measurements,
      journal,
      diagnostics: showLog ? alsoSaid(diagnostics, terminal) : diagnostics,
    },
    searchPaths,
    directories,
    runDir,
    hostEnv: terminal.io.env,
    warn: quiet ? () => {} : terminal.say,
  });
  let abandoned = false;
  const patiently = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await untilAborted(work, terminal.io.signal);
    } catch (error) {
      abandoned = terminal.io.signal.aborted;
      throw error;
    }
  };
  return {
    manager,
    discover: () => manager.discover(),
    async load(id, loadOptions = {}) {
      const capability = (await config.get(id))?.capability ?? id;
      return patiently(manager.load(capability, { id, ...loadOptions }));
    },
    patiently,
    async close() {
      // A worker that is still getting ready cannot be asked to stop: it dies with this process.
      if (!abandoned) await manager.close();
    },
  };
}

/** For work that is to leave no trace in the records. */
function readOnly(store: ConfigStore): ConfigStore {
  return {
    get: (id) => store.get(id),
    list: () => store.list(),
    put: async () => undefined,
    delete: async () => false,
  };
}

/** Shows what workers say, and keeps it. */
function alsoSaid(store: DiagnosticsStore, { say }: Terminal): DiagnosticsStore {
  return {
    async append(lines) {
      for (const { level, message } of lines) say(`${level}: ${message}`);
      await store.append(lines);
    },
    read: (filter) => store.read(filter),
    prune: (retention, nowMs) => store.prune(retention, nowMs),
  };
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
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

function hasConfig(cwd: string): boolean {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (configFilesIn(folder).length > 0) return true;
    if (folder === dirname(folder)) return false;
  }
}

function pathsOf(config: ResolvedConfig | undefined): readonly string[] {
  return config?.workers.paths ?? defaultWorkerPaths;
}
