import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

import type { LoadedRegistry } from '@helve/core';

import { loadRegistryFile, type LoadRegistryFileOptions } from './load-registry-file.js';

export interface WatchRegistryOptions extends LoadRegistryFileOptions {
  /** Prepares a registry that was just read. Default: loads and locks it. */
  readonly prepare?: ((registry: LoadedRegistry) => unknown) | undefined;
  /** Receives each registry that replaces another. */
  readonly onSwap?: ((registry: LoadedRegistry) => void) | undefined;
  /** Receives the error of a failed reload; the previous registry stays in use. Default: Node prints a warning. */
  readonly onError?: ((error: Error) => void) | undefined;
  /** Time without changes before the file is read. */
  readonly debounceMs?: number | undefined;
}

/** The latest good registry; a snapshot that was taken before stays valid. */
export interface RegistryWatch {
  readonly current: LoadedRegistry;
  /** Reads the file now; returns a new object if its version changed. */
  reload(): Promise<LoadedRegistry>;
  close(): void;
}

/** Loads a registry, and loads it again into another object whenever a build has written it. */
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

/** Watches the folder, since a build renames a new file into place. */
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
