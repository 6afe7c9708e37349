import { dirname, resolve } from 'node:path';
import type { Store } from '@helve/store';
import { defaultStorePath, defaultTrailKey, type StoreLocation } from '../config/caller-keys.js';

/** The store of a project, opened by the first who needs it. */
export interface LazyStore {
  open(): Promise<Store>;
  /** Writes what is under way; nothing to do if nobody opened it. */
  close(): Promise<void>;
}

export function createLazyStore(location: StoreLocation, configFile: string): LazyStore {
  let opening: Promise<Store> | undefined;
  return Object.freeze({
    open: () => (opening ??= openStore(location, configFile)),
    close: async () => {
      // A failure to open was reported to the opener.
      const store = await opening?.catch(() => undefined);
      await store?.close();
    },
  });
}

async function openStore(location: StoreLocation, configFile: string): Promise<Store> {
  const { openPostgresStore, openSqliteStore } = await import('@helve/store');
  const folder = dirname(configFile);
  const own = location.trailKey;
  const trailKey = { file: resolve(folder, own ?? defaultTrailKey), make: own === undefined };
  if ('postgres' in location) return openPostgresStore({ connectionString: location.postgres, trailKey });
  const { path = defaultStorePath } = location;
  // A store that ends with the process needs no key.
  return path === ':memory:' ? openSqliteStore({ path }) : openSqliteStore({ path: resolve(folder, path), trailKey });
}
