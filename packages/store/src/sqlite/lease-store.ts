import type { LeaseStore } from '@helve/govern';
import { toColumnText } from '../column-text.js';
import { goneOwners, leaseOwner } from '../lease-owner.js';
import { createSweeper } from '../sweeper.js';
import type { Connection } from './connection.js';
import { sweep } from './sweep.js';

/** Creates a lease store that uses the machine's uptime, a clock that nobody sets: all processes that share the file see the same one. */
export function createLeaseStore(connection: Connection): LeaseStore {
  const isTimeToSweep = createSweeper();
  return Object.freeze({
    acquire: (key, holder, limit, leaseMs) =>
      connection.write(() => {
        const nowMs = machineMs();
        if (isTimeToSweep()) sweep(connection, 'lease', 'key, holder', nowMs);
        const [name, own] = [toColumnText(key), toColumnText(holder)];
        endInTime(connection, name, nowMs);
        if (
          countOthers(connection, name, own, nowMs) >= limit &&
          freeGone(connection, name, own, nowMs, limit) >= limit
        ) {
          return false;
        }
        const values = [name, own, leaseMs, nowMs + leaseMs, leaseOwner()];
        connection.run('INSERT OR REPLACE INTO lease VALUES (?, ?, ?, ?, ?)', values);
        return true;
      }),
    renew: (key, holder, leaseMs) =>
      connection.once(() => {
        const nowMs = machineMs();
        const sql = 'UPDATE lease SET expires_at_ms = ? WHERE key = ? AND holder = ? AND expires_at_ms > ?';
        return connection.run(sql, [nowMs + leaseMs, toColumnText(key), toColumnText(holder), nowMs]) > 0;
      }),
    release: (key, holder) =>
      connection.once(() => {
        connection.run('DELETE FROM lease WHERE key = ? AND holder = ?', [toColumnText(key), toColumnText(holder)]);
      }),
  } satisfies LeaseStore);
}

function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Shortens leases from before a restart of the machine, as if they had been taken now. */
function endInTime(connection: Connection, key: string, nowMs: number): void {
  const sql = 'UPDATE lease SET expires_at_ms = ? + lease_ms WHERE key = ? AND expires_at_ms > ? + lease_ms';
  connection.run(sql, [nowMs, key, nowMs]);
}

/** Counts the leases of other holders; a holder does not count against itself. */
function countOthers(connection: Connection, key: string, holder: string, nowMs: number): number {
  const sql = 'SELECT count(*) AS others FROM lease WHERE key = ? AND holder <> ? AND expires_at_ms > ?';
  return connection.first<{ others: number }>(sql, [key, holder, nowMs])?.others ?? 0;
}

/** Frees the leases of dead processes and returns how many others are left. */
function freeGone(connection: Connection, key: string, holder: string, nowMs: number, limit: number): number {
  const owners = connection.all<{ owner: string }>('SELECT DISTINCT owner FROM lease WHERE key = ?', [key]);
  const gone = goneOwners(owners.map(({ owner }) => owner));
  for (const owner of gone) connection.run('DELETE FROM lease WHERE key = ? AND owner = ?', [key, owner]);
  return gone.length === 0 ? limit : countOthers(connection, key, holder, nowMs);
}
