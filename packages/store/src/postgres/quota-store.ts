import type { QuotaCharge, QuotaStore } from '@helve/govern';
import { quotaScope, longestWait } from '../quota-scope.js';
import { toExcess } from '../sliding-window.js';
import { createSweeper } from '../sweeper.js';
import { chargeBucket, refundBucket, type Bucket } from '../token-bucket.js';
import { lockNames, type Connections, type StatementRunner } from './connections.js';
import { sweep } from './sweep.js';

/** Creates a quota store: a sliding window is an exact log, a token bucket one row. */
export function createQuotaStore(connections: Connections): QuotaStore {
  const isTimeToSweep = createSweeper();
  return Object.freeze({
    charge: (charges, nowMs) =>
      connections.write(
        async (runner) => {
          await lockScopes(runner, charges);
          if (isTimeToSweep()) await dropExpired(runner, nowMs);
          const waits = [];
          for (const charge of charges) {
            const waitMs = await algorithms[charge.algorithm].charge(runner, charge, nowMs);
            waits.push({ key: charge.key, waitMs });
          }
          return longestWait(waits);
        },
        ({ ok }) => ok,
      ),
    refund: (charges, nowMs) =>
      connections.write(async (runner) => {
        await lockScopes(runner, charges);
        for (const charge of charges) await algorithms[charge.algorithm].refund(runner, charge, nowMs);
      }),
  } satisfies QuotaStore);
}

interface Algorithm {
  /** Returns the milliseconds to wait; 0 when it was charged. */
  charge(runner: StatementRunner, charge: QuotaCharge, nowMs: number): Promise<number>;
  refund(runner: StatementRunner, charge: QuotaCharge, nowMs: number): Promise<void>;
}

const slidingWindow: Algorithm = {
  charge: async (runner, charge, nowMs) => {
    const scope = quotaScope(charge);
    // Entries from the future, written before a clock was set back, would block their owner until that time comes
    // again.
    await runner.run('DELETE FROM helve.quota_entry WHERE scope = $1 AND (at_ms <= $2 OR at_ms > $3)', [
      scope,
      nowMs - charge.windowMs,
      nowMs + charge.windowMs,
    ]);
    const sql = 'SELECT sum(cost) AS used FROM helve.quota_entry WHERE scope = $1';
    const excess = toExcess((await runner.first<{ used: number | null }>(sql, [scope]))?.used ?? 0, charge);
    if (excess > 0) return waitFor(runner, charge, excess, nowMs);
    await runner.run(
      `INSERT INTO helve.quota_entry AS entry VALUES ($1, $2, $3, $4)
       ON CONFLICT (scope, at_ms) DO UPDATE SET cost = entry.cost + excluded.cost`,
      [scope, nowMs, charge.cost, nowMs + charge.windowMs],
    );
    return 0;
  },
  // The oldest entries go first: which units are refunded is unknown, and so no window ever exceeds its limit.
  refund: async (runner, charge, nowMs) => {
    const scope = quotaScope(charge);
    let left = charge.cost;
    while (left > 0) {
      const oldest = await runner.first<{ atMs: number; cost: number }>(
        'SELECT at_ms AS "atMs", cost FROM helve.quota_entry WHERE scope = $1 AND at_ms > $2 ORDER BY at_ms LIMIT 1',
        [scope, nowMs - charge.windowMs],
      );
      if (oldest === undefined) return;
      const values = [scope, oldest.atMs];
      if (oldest.cost > left) {
        const sql = 'UPDATE helve.quota_entry SET cost = cost - $3 WHERE scope = $1 AND at_ms = $2';
        await runner.run(sql, [...values, left]);
      } else await runner.run('DELETE FROM helve.quota_entry WHERE scope = $1 AND at_ms = $2', values);
      left -= oldest.cost;
    }
  },
};

async function waitFor(runner: StatementRunner, charge: QuotaCharge, excess: number, nowMs: number): Promise<number> {
  if (charge.cost > charge.limit) return Number.POSITIVE_INFINITY;
  const row = await runner.first<{ atMs: number }>(
    `SELECT at_ms AS "atMs" FROM (
       SELECT at_ms, sum(cost) OVER (ORDER BY at_ms) AS freed FROM helve.quota_entry WHERE scope = $1
     ) AS entries WHERE freed >= $2 ORDER BY at_ms LIMIT 1`,
    [quotaScope(charge), excess],
  );
  return (row?.atMs ?? nowMs) + charge.windowMs - nowMs;
}

const tokenBucket: Algorithm = {
  charge: async (runner, charge, nowMs) => {
    const charged = chargeBucket(await readBucket(runner, charge), charge, nowMs);
    if ('waitMs' in charged) return charged.waitMs;
    await writeBucket(runner, charge, charged.bucket);
    return 0;
  },
  refund: async (runner, charge, nowMs) => {
    const bucket = await readBucket(runner, charge);
    if (bucket !== undefined) await writeBucket(runner, charge, refundBucket(bucket, charge, nowMs));
  },
};

function readBucket(runner: StatementRunner, charge: QuotaCharge): Promise<Bucket | undefined> {
  return runner.first('SELECT taken, at_ms AS "atMs" FROM helve.quota_bucket WHERE scope = $1', [quotaScope(charge)]);
}

async function writeBucket(runner: StatementRunner, charge: QuotaCharge, { taken, atMs }: Bucket): Promise<void> {
  await runner.run(
    `INSERT INTO helve.quota_bucket VALUES ($1, $2, $3, $4) ON CONFLICT (scope)
     DO UPDATE SET taken = excluded.taken, at_ms = excluded.at_ms, expires_at_ms = excluded.expires_at_ms`,
    [quotaScope(charge), taken, atMs, atMs + charge.windowMs],
  );
}

const algorithms: Readonly<Record<QuotaCharge['algorithm'], Algorithm>> = {
  'sliding-window': slidingWindow,
  'token-bucket': tokenBucket,
};

function lockScopes(runner: StatementRunner, charges: readonly QuotaCharge[]): Promise<void> {
  return lockNames(
    runner,
    charges.map((charge) => `quota ${quotaScope(charge)}`),
  );
}

async function dropExpired(runner: StatementRunner, nowMs: number): Promise<void> {
  await sweep(runner, 'quota_entry', 'scope, at_ms', nowMs);
  await sweep(runner, 'quota_bucket', 'scope', nowMs);
}
