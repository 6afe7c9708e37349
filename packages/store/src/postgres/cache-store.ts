import type { Json } from '@helve/core';
import type { CacheStore } from '@helve/govern';
import { toColumnText } from '../column-text.js';
import { createSweeper } from '../sweeper.js';
import type { Connections } from './connections.js';
import { sweep } from './sweep.js';

export function createCacheStore(connections: Connections): CacheStore {
  const isTimeToSweep = createSweeper();
  return Object.freeze({
    get: (key, nowMs) =>
      connections.once(async (runner) => {
        const sql = 'SELECT value FROM helve.cache WHERE key = $1 AND expires_at_ms > $2';
        const row = await runner.first<{ value: string }>(sql, [toColumnText(key), nowMs]);
        return row === undefined ? undefined : { value: JSON.parse(row.value) as Json };
      }),
    set: async (key, value, ttlMs, nowMs) => {
      const text = JSON.stringify(value);
      await connections.once(async (runner) => {
        if (isTimeToSweep()) await sweep(runner, 'cache', 'key', nowMs);
        await runner.run(
          `INSERT INTO helve.cache VALUES ($1, $2, $3)
           ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at_ms = excluded.expires_at_ms`,
          [toColumnText(key), text, nowMs + ttlMs],
        );
      });
    },
    touch: (key, ttlMs, nowMs) =>
      connections.once(async (runner) => {
        const sql = `UPDATE helve.cache SET expires_at_ms = greatest(expires_at_ms, $1)
          WHERE key = $2 AND expires_at_ms > $3`;
        await runner.run(sql, [nowMs + ttlMs, toColumnText(key), nowMs]);
      }),
    delete: (key) =>
      connections.once(async (runner) => {
        await runner.run('DELETE FROM helve.cache WHERE key = $1', [toColumnText(key)]);
      }),
  } satisfies CacheStore);
}
