import { dirname, join, resolve } from 'node:path';
import { FileSecretStore, type WorkerDirectories } from '@helve/worker/host';
import type { ProjectLocation } from '../open-project.js';
import { useNodeSha256 } from '../use-node-sha256.js';
import type { ResolvedConfig } from '../config/config-keys.js';
import { configFilesIn } from '../config/find-config.js';
import { defaultWorkerPaths, type WorkerSettings } from '../config/worker-keys.js';
import { loadConfigIfAny } from '../config/load-config.js';
import { hostRunDir } from './host-run-dir.js';
import { createLazyStore, type LazyStore } from '../caller/lazy-store.js';

/** Where workers of a project are found, and where what they need is kept. */
export interface WorkerLocation {
  /** The folder of the config, or the working directory without one. */
  readonly root: string;
  readonly searchPaths: readonly string[];
  readonly directories: WorkerDirectories;
  /** Where capabilities that were added lie, each in a folder of its own. */
  readonly addedDir: string;
  /** Where environments are made that manifests state. */
  readonly environmentsDir: string;
  /** Where compiled modules lie. */
  readonly modulesDir: string;
  /** Where living workers and the host are noted. */
  readonly runDir: string;
  /** Records, measurements, journal and diagnostics. */
  readonly store: LazyStore;
  readonly secrets: FileSecretStore;
  /** Settings of the config. */
  readonly workers: WorkerSettings;
}

/** Finds the project; workers need no config, so that none is no mistake. */
export async function findWorkerLocation({ io, configFile, overrides = [] }: ProjectLocation): Promise<WorkerLocation> {
  useNodeSha256();
  const isConfigured = configFile !== undefined || overrides.length > 0 || hasConfig(io.cwd);
  const loaded = isConfigured ? await loadConfigIfAny(io.cwd, configFile, overrides) : undefined;
  const file = loaded?.file ?? join(io.cwd, 'none');
  return toWorkerLocation(file, loaded?.config, createLazyStore(loaded?.config.store ?? {}, file));
}

/** The place of a project whose config, if there is one, is read already. */
export function toWorkerLocation(
  file: string,
  config: Pick<ResolvedConfig, 'workers'> | undefined,
  store: LazyStore,
): WorkerLocation {
  const root = dirname(file);
  const state = join(root, '.helve');
  return Object.freeze({
    root,
    searchPaths: (config?.workers.paths ?? defaultWorkerPaths).map((path) => resolve(root, path)),
    directories: { modelsDir: join(state, 'models'), dataDir: join(state, 'data') },
    addedDir: join(state, 'capabilities'),
    environmentsDir: join(state, 'environments'),
    modulesDir: join(state, 'modules'),
    runDir: hostRunDir(file),
    store,
    workers: config?.workers ?? {},
    secrets: new FileSecretStore({ directory: join(state, 'secrets') }),
  });
}

function hasConfig(cwd: string): boolean {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (configFilesIn(folder).length > 0) return true;
    if (folder === dirname(folder)) return false;
  }
}
