import type { LeaseStore } from '@helve/govern';
import { toColumnText } from '../column-text.js';
import { createSweeper } from '../sweeper.js';
import type { Connection } from './connection.js';
import { sweep } from './sweep.js';

export function createLeaseStore(connection: Connection): LeaseStore {
  const isTimeToSweep = createSweeper();
  return Object.freeze({
    acquire: (key, holder, limit, leaseMs, nowMs) =>
      connection.write(() => {
        if (isTimeToSweep()) sweep(connection, 'lease', 'key, holder', nowMs);
        const values = [toColumnText(key), toColumnText(holder)] as const;
        // Whoever holds a slot already keeps that one, and does not count against itself.
        const row = connection.first<{ others: number }>(
          'SELECT count(*) AS others FROM lease WHERE key = ? AND holder <> ? AND expires_at_ms > ?',
          [...values, nowMs],
        );
        if ((row?.others ?? 0) >= limit) return false;
        connection.run('INSERT OR REPLACE INTO lease VALUES (?, ?, ?)', [...values, nowMs + leaseMs]);
        return true;
      }),
    renew: (key, holder, leaseMs, nowMs) =>
      connection.once(() => {
        const sql = 'UPDATE lease SET expires_at_ms = ? WHERE key = ? AND holder = ? AND expires_at_ms > ?';
        return connection.run(sql, [nowMs + leaseMs, toColumnText(key), toColumnText(holder), nowMs]) > 0;
      }),
    release: (key, holder) =>
      connection.once(() => {
        connection.run('DELETE FROM lease WHERE key = ? AND holder = ?', [toColumnText(key), toColumnText(holder)]);
      }),
  } satisfies LeaseStore);
}
