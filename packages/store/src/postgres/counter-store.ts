import type { CounterStore } from '@helve/govern';
import { toColumnText } from '../column-text.js';
import { createSweeper } from '../sweeper.js';
import type { Connections } from './connections.js';
import { sweep } from './sweep.js';

export function createCounterStore(connections: Connections): CounterStore {
  const isTimeToSweep = createSweeper();
  return Object.freeze({
    reserve: (key, limit, ttlMs, nowMs) =>
      connections.once(async (runner) => {
        if (isTimeToSweep()) await sweep(runner, 'counter', 'key', nowMs);
        if (limit < 1) return false;
        const changed = await runner.run(
          `INSERT INTO helve.counter AS counter VALUES ($1, 1, $3)
           ON CONFLICT (key) DO UPDATE SET
             count = CASE WHEN counter.expires_at_ms <= $2 THEN 1 ELSE counter.count + 1 END,
             expires_at_ms = excluded.expires_at_ms
           WHERE counter.expires_at_ms <= $2 OR counter.count < $4::double precision`,
          [toColumnText(key), nowMs, nowMs + ttlMs, limit],
        );
        return changed > 0;
      }),
    release: (key, nowMs) =>
      connections.once(async (runner) => {
        const sql = 'UPDATE helve.counter SET count = count - 1 WHERE key = $1 AND count > 0 AND expires_at_ms > $2';
        await runner.run(sql, [toColumnText(key), nowMs]);
      }),
  } satisfies CounterStore);
}
