import type { CounterStore } from '@helve/govern';
import { toColumnText } from '../column-text.js';
import { createSweeper } from '../sweeper.js';
import type { Connection } from './connection.js';
import { sweep } from './sweep.js';

export function createCounterStore(connection: Connection): CounterStore {
  const isTimeToSweep = createSweeper();
  return Object.freeze({
    reserve: (key, limit, ttlMs, nowMs) =>
      connection.write(() => {
        if (isTimeToSweep()) sweep(connection, 'counter', 'key', nowMs);
        if (limit < 1) return false;
        const changed = connection.run(
          `INSERT INTO counter VALUES (?1, 1, ?2 + ?3)
           ON CONFLICT (key) DO UPDATE SET
             count = CASE WHEN expires_at_ms <= ?2 THEN 1 ELSE count + 1 END,
             expires_at_ms = excluded.expires_at_ms
           WHERE expires_at_ms <= ?2 OR count < ?4`,
          [toColumnText(key), nowMs, ttlMs, limit],
        );
        return changed > 0;
      }),
    release: (key, nowMs) =>
      connection.once(() => {
        connection.run('UPDATE counter SET count = count - 1 WHERE key = ? AND count > 0 AND expires_at_ms > ?', [
          toColumnText(key),
          nowMs,
        ]);
      }),
  } satisfies CounterStore);
}
