import type { Json } from '@helve/core';
import type { CacheStore } from '@helve/govern';
import { toColumnText } from '../column-text.js';
import { createSweeper } from '../sweeper.js';
import type { Connection } from './connection.js';
import { sweep } from './sweep.js';

export function createCacheStore(connection: Connection): CacheStore {
  const isTimeToSweep = createSweeper();
  return Object.freeze({
    get: (key, nowMs) =>
      connection.once(() => {
        const row = connection.first<{ value: string }>('SELECT value FROM cache WHERE key = ? AND expires_at_ms > ?', [
          toColumnText(key),
          nowMs,
        ]);
        return row === undefined ? undefined : { value: JSON.parse(row.value) as Json };
      }),
    set: (key, value, ttlMs, nowMs) =>
      connection.write(() => {
        if (isTimeToSweep()) sweep(connection, 'cache', 'key', nowMs);
        connection.run('INSERT OR REPLACE INTO cache VALUES (?, ?, ?)', [
          toColumnText(key),
          JSON.stringify(value),
          nowMs + ttlMs,
        ]);
      }),
    touch: (key, ttlMs, nowMs) =>
      connection.once(() => {
        const sql = 'UPDATE cache SET expires_at_ms = max(expires_at_ms, ?) WHERE key = ? AND expires_at_ms > ?';
        connection.run(sql, [nowMs + ttlMs, toColumnText(key), nowMs]);
      }),
    delete: (key) =>
      connection.once(() => {
        connection.run('DELETE FROM cache WHERE key = ?', [toColumnText(key)]);
      }),
  } satisfies CacheStore);
}
