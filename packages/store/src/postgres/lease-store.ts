import type { LeaseStore } from '@helve/govern';
import { toColumnText } from '../column-text.js';
import { goneOwners, leaseOwner } from '../lease-owner.js';
import { createSweeper } from '../sweeper.js';
import { lockNames, type Connections, type StatementRunner } from './connections.js';
import { sweep } from './sweep.js';

const NOW_SQL = 'extract(epoch FROM clock_timestamp())::double precision * 1000';

/** Creates a lease store that uses the clock of the server, since those of the machines that share it may differ. */
export function createLeaseStore(connections: Connections): LeaseStore {
  const isTimeToSweep = createSweeper();
  return Object.freeze({
    acquire: (key, holder, limit, leaseMs) =>
      connections.write(async (runner) => {
        const [name, own] = [toColumnText(key), toColumnText(holder)];
        await lockNames(runner, [`lease ${name}`]);
        const nowMs = (await runner.first<{ nowMs: number }>(`SELECT ${NOW_SQL} AS "nowMs"`))?.nowMs ?? Date.now();
        if (isTimeToSweep()) await sweep(runner, 'lease', 'key, holder', nowMs);
        await endInTime(runner, name, nowMs);
        if (
          (await countOthers(runner, name, own, nowMs)) >= limit &&
          (await freeGone(runner, name, own, nowMs, limit)) >= limit
        ) {
          return false;
        }
        await runner.run(
          `INSERT INTO helve.lease (key, holder, lease_ms, expires_at_ms, owner) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (key, holder) DO UPDATE SET
             lease_ms = excluded.lease_ms, expires_at_ms = excluded.expires_at_ms, owner = excluded.owner`,
          [name, own, leaseMs, nowMs + leaseMs, leaseOwner()],
        );
        return true;
      }),
    renew: (key, holder, leaseMs) =>
      connections.once(async (runner) => {
        const sql = `UPDATE helve.lease SET expires_at_ms = ${NOW_SQL} + $1
                     WHERE key = $2 AND holder = $3 AND expires_at_ms > ${NOW_SQL}`;
        return (await runner.run(sql, [leaseMs, toColumnText(key), toColumnText(holder)])) > 0;
      }),
    release: (key, holder) =>
      connections.once(async (runner) => {
        const sql = 'DELETE FROM helve.lease WHERE key = $1 AND holder = $2';
        await runner.run(sql, [toColumnText(key), toColumnText(holder)]);
      }),
  } satisfies LeaseStore);
}

/** Shortens leases that end too far ahead, as after the clock of the server was set back. */
async function endInTime(runner: StatementRunner, key: string, nowMs: number): Promise<void> {
  const sql = 'UPDATE helve.lease SET expires_at_ms = $1 + lease_ms WHERE key = $2 AND expires_at_ms > $1 + lease_ms';
  await runner.run(sql, [nowMs, key]);
}

/** Counts the leases of other holders; a holder does not count against itself. */
async function countOthers(runner: StatementRunner, key: string, holder: string, nowMs: number): Promise<number> {
  const sql =
    'SELECT count(*)::integer AS others FROM helve.lease WHERE key = $1 AND holder <> $2 AND expires_at_ms > $3';
  return (await runner.first<{ others: number }>(sql, [key, holder, nowMs]))?.others ?? 0;
}

/** Frees the leases of dead processes of this machine and returns how many others are left. */
async function freeGone(
  runner: StatementRunner,
  key: string,
  holder: string,
  nowMs: number,
  limit: number,
): Promise<number> {
  const owners = await runner.all<{ owner: string }>('SELECT DISTINCT owner FROM helve.lease WHERE key = $1', [key]);
  const gone = goneOwners(owners.map(({ owner }) => owner));
  if (gone.length === 0) return limit;
  await runner.run('DELETE FROM helve.lease WHERE key = $1 AND owner = ANY($2::text[])', [key, gone]);
  return countOthers(runner, key, holder, nowMs);
}
