import { dirname, resolve } from 'node:path';
import type { Store } from '@helve/store';
import { defaultStorePath, defaultTrailKey, type StoreLocation } from '../config/caller-keys.js';

/** The store of a project, opened by the first who needs it. */
export interface LazyStore {
  open(): Promise<Store>;
  /** Writes what is under way; nothing to do if nobody opened it. */
  close(): Promise<void>;
}

export function createLazyStore(place: StoreLocation, configFile: string): LazyStore {
  let opening: Promise<Store> | undefined;
  return Object.freeze({
    open: () => (opening ??= openStore(place, configFile)),
    close: async () => {
      // A failure to open was reported to the opener.
      const store = await opening?.catch(() => undefined);
      await store?.close();
    },
  });
}

async function openStore(place: StoreLocation, configFile: string): Promise<Store> {
  const { openPostgresStore, openSqliteStore } = await import('@helve/store');
  const folder = dirname(configFile);
  const own = place.trailKey;
  const trailKey = { file: resolve(folder, own ?? defaultTrailKey), make: own === undefined };
  if ('postgres' in place) return openPostgresStore({ connectionString: place.postgres, trailKey });
  const { path = defaultStorePath } = place;
  // A store that ends with the process needs no key.
  return path === ':memory:' ? openSqliteStore({ path }) : openSqliteStore({ path: resolve(folder, path), trailKey });
}
