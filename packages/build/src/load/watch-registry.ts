import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

import type { LoadedRegistry } from '@helve/core';

import { loadRegistryFile, type LoadRegistryFileOptions } from './load-registry-file.js';

export interface WatchRegistryOptions extends LoadRegistryFileOptions {
  /** Makes a registry that was just read ready to serve; without it, it is loaded and locked. */
  readonly prepare?: ((registry: LoadedRegistry) => unknown) | undefined;
  /** Told of each registry that took the place of another. */
  readonly onSwap?: ((registry: LoadedRegistry) => void) | undefined;
  /** Told why a reload failed; without it, Node prints a warning. The registry that served before goes on. */
  readonly onError?: ((error: Error) => void) | undefined;
  /** How long the file has to be quiet before it is read. */
  readonly debounceMs?: number | undefined;
}

/** Always the latest good registry; whoever took a snapshot keeps it. */
export interface RegistryWatch {
  readonly current: LoadedRegistry;
  /** Reads the file now; the registry is a new object if its version changed. */
  reload(): Promise<LoadedRegistry>;
  close(): void;
}

/** Loads a registry, and loads it anew into another object whenever a build has written it. */
export async function watchRegistry(path: string, options: WatchRegistryOptions = {}): Promise<RegistryWatch> {
  const { debounceMs = 50, onSwap, onError = (error) => process.emitWarning(error) } = options;
  let current = await readReady(path, options);
  let reading: Promise<unknown> = Promise.resolve();
  const reload = (): Promise<LoadedRegistry> => {
    const next = reading.then(() => swap());
    reading = next.catch(() => undefined);
    return next;
  };
  const swap = async () => {
    const fresh = await readReady(path, options);
    if (fresh.version === current.version) return current;
    current = fresh;
    onSwap?.(fresh);
    return fresh;
  };
  const watcher = watchFile(path, debounceMs, () => void reload().catch((error) => onError(toError(error))), onError);
  return {
    get current() {
      return current;
    },
    reload,
    close: () => watcher.close(),
  };
}

async function readReady(path: string, { prepare, ...options }: WatchRegistryOptions): Promise<LoadedRegistry> {
  const registry = await loadRegistryFile(path, options);
  if (prepare === undefined) await registry.load();
  else await prepare(registry);
  return registry.lock();
}

/** The folder is watched, since a build renames a new file into place. */
function watchFile(path: string, debounceMs: number, changed: () => void, failed: (error: Error) => void): FSWatcher {
  const name = basename(path);
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(dirname(resolve(path)), { persistent: false }, (_, file) => {
    if (file !== null && file !== name) return;
    clearTimeout(timer);
    timer = setTimeout(changed, debounceMs).unref();
  });
  watcher.on('error', failed);
  watcher.on('close', () => clearTimeout(timer));
  return watcher;
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
