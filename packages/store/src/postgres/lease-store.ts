import type { LeaseStore } from '@helve/govern';
import { toColumnText } from '../column-text.js';
import { createSweeper } from '../sweeper.js';
import { lockNames, type Connections } from './connections.js';
import { sweep } from './sweep.js';

export function createLeaseStore(connections: Connections): LeaseStore {
  const isTimeToSweep = createSweeper();
  return Object.freeze({
    acquire: (key, holder, limit, leaseMs, nowMs) =>
      connections.write(async (session) => {
        const values = [toColumnText(key), toColumnText(holder)] as const;
        await lockNames(session, [`lease ${values[0]}`]);
        if (isTimeToSweep()) await sweep(session, 'lease', 'key, holder', nowMs);
        // Whoever holds a slot already keeps that one, and does not count against itself.
        const row = await session.first<{ others: number }>(
          'SELECT count(*)::integer AS others FROM helve.lease WHERE key = $1 AND holder <> $2 AND expires_at_ms > $3',
          [...values, nowMs],
        );
        if ((row?.others ?? 0) >= limit) return false;
        await session.run(
          `INSERT INTO helve.lease VALUES ($1, $2, $3)
           ON CONFLICT (key, holder) DO UPDATE SET expires_at_ms = excluded.expires_at_ms`,
          [...values, nowMs + leaseMs],
        );
        return true;
      }),
    renew: (key, holder, leaseMs, nowMs) =>
      connections.once(async (session) => {
        const sql = 'UPDATE helve.lease SET expires_at_ms = $1 WHERE key = $2 AND holder = $3 AND expires_at_ms > $4';
        return (await session.run(sql, [nowMs + leaseMs, toColumnText(key), toColumnText(holder), nowMs])) > 0;
      }),
    release: (key, holder) =>
      connections.once(async (session) => {
        const sql = 'DELETE FROM helve.lease WHERE key = $1 AND holder = $2';
        await session.run(sql, [toColumnText(key), toColumnText(holder)]);
      }),
  } satisfies LeaseStore);
}
