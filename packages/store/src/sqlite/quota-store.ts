import type { QuotaCharge, QuotaStore } from '@helve/govern';
import { quotaScope, longestWait } from '../quota-scope.js';
import { toExcess } from '../sliding-window.js';
import { createSweeper } from '../sweeper.js';
import { chargeBucket, refundBucket, type Bucket } from '../token-bucket.js';
import type { Connection } from './connection.js';
import { sweep } from './sweep.js';

/** Creates a quota store: a sliding window is an exact log, a token bucket one row. */
export function createQuotaStore(connection: Connection): QuotaStore {
  const isTimeToSweep = createSweeper();
  return Object.freeze({
    charge: (charges, nowMs) =>
      connection.write(
        () => {
          if (isTimeToSweep()) dropExpired(connection, nowMs);
          return longestWait(
            charges.map((charge) => ({
              key: charge.key,
              waitMs: algorithms[charge.algorithm].charge(connection, charge, nowMs),
            })),
          );
        },
        ({ ok }) => ok,
      ),
    refund: (charges, nowMs) =>
      connection.write(() => {
        for (const charge of charges) algorithms[charge.algorithm].refund(connection, charge, nowMs);
      }),
  } satisfies QuotaStore);
}

interface Algorithm {
  /** Returns the milliseconds to wait; 0 when it was charged. */
  charge(connection: Connection, charge: QuotaCharge, nowMs: number): number;
  refund(connection: Connection, charge: QuotaCharge, nowMs: number): void;
}

const slidingWindow: Algorithm = {
  charge: (connection, charge, nowMs) => {
    const scope = quotaScope(charge);
    // Entries from the future, written before a clock was set back, would block their owner until that time comes
    // again.
    const outside = [scope, nowMs - charge.windowMs, nowMs + charge.windowMs];
    connection.run('DELETE FROM quota_entry WHERE scope = ? AND (at_ms <= ? OR at_ms > ?)', outside);
    const sql = 'SELECT sum(cost) AS used FROM quota_entry WHERE scope = ?';
    const excess = toExcess(connection.first<{ used: number | null }>(sql, [scope])?.used ?? 0, charge);
    if (excess > 0) return waitFor(connection, charge, excess, nowMs);
    connection.run(
      `INSERT INTO quota_entry VALUES (?, ?, ?, ?) ON CONFLICT (scope, at_ms) DO UPDATE SET cost = cost + excluded.cost`,
      [scope, nowMs, charge.cost, nowMs + charge.windowMs],
    );
    return 0;
  },
  // The oldest entries go first: which units are refunded is unknown, and so no window ever exceeds its limit.
  refund: (connection, charge, nowMs) => {
    const scope = quotaScope(charge);
    let left = charge.cost;
    while (left > 0) {
      const oldest = connection.first<{ atMs: number; cost: number }>(
        'SELECT at_ms AS atMs, cost FROM quota_entry WHERE scope = ? AND at_ms > ? ORDER BY at_ms LIMIT 1',
        [scope, nowMs - charge.windowMs],
      );
      if (oldest === undefined) return;
      const values = [scope, oldest.atMs];
      if (oldest.cost > left) {
        connection.run('UPDATE quota_entry SET cost = cost - ? WHERE scope = ? AND at_ms = ?', [left, ...values]);
      } else connection.run('DELETE FROM quota_entry WHERE scope = ? AND at_ms = ?', values);
      left -= oldest.cost;
    }
  },
};

function waitFor(connection: Connection, charge: QuotaCharge, excess: number, nowMs: number): number {
  if (charge.cost > charge.limit) return Number.POSITIVE_INFINITY;
  const row = connection.first<{ atMs: number }>(
    `SELECT at_ms AS atMs FROM (
       SELECT at_ms, sum(cost) OVER (ORDER BY at_ms) AS freed FROM quota_entry WHERE scope = ?
     ) WHERE freed >= ? ORDER BY at_ms LIMIT 1`,
    [quotaScope(charge), excess],
  );
  return (row?.atMs ?? nowMs) + charge.windowMs - nowMs;
}

const tokenBucket: Algorithm = {
  charge: (connection, charge, nowMs) => {
    const charged = chargeBucket(readBucket(connection, charge), charge, nowMs);
    if ('waitMs' in charged) return charged.waitMs;
    writeBucket(connection, charge, charged.bucket);
    return 0;
  },
  refund: (connection, charge, nowMs) => {
    const bucket = readBucket(connection, charge);
    if (bucket !== undefined) writeBucket(connection, charge, refundBucket(bucket, charge, nowMs));
  },
};

function readBucket(connection: Connection, charge: QuotaCharge): Bucket | undefined {
  return connection.first('SELECT taken, at_ms AS atMs FROM quota_bucket WHERE scope = ?', [quotaScope(charge)]);
}

function writeBucket(connection: Connection, charge: QuotaCharge, { taken, atMs }: Bucket): void {
  connection.run('INSERT OR REPLACE INTO quota_bucket VALUES (?, ?, ?, ?)', [
    quotaScope(charge),
    taken,
    atMs,
    atMs + charge.windowMs,
  ]);
}

const algorithms: Readonly<Record<QuotaCharge['algorithm'], Algorithm>> = {
  'sliding-window': slidingWindow,
  'token-bucket': tokenBucket,
};

function dropExpired(connection: Connection, nowMs: number): void {
  sweep(connection, 'quota_entry', 'scope, at_ms', nowMs);
  sweep(connection, 'quota_bucket', 'scope', nowMs);
}
