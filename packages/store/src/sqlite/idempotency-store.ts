import type { IdempotencyStore } from '@helve/govern';
import { toColumnText } from '../column-text.js';
import { LOST_MS, toKeyState, type KeyRow } from '../key-state.js';
import { createSweeper } from '../sweeper.js';
import type { Connection } from './connection.js';
import { sweep } from './sweep.js';

export function createIdempotencyStore(connection: Connection): IdempotencyStore {
  const isTimeToSweep = createSweeper();
  return Object.freeze({
    begin: (key, argumentsDigest, leaseMs, nowMs, takeOver) =>
      connection.write(() => {
        if (isTimeToSweep()) sweep(connection, 'idempotency', 'key', nowMs);
        const row = connection.first<KeyRow>(
          `SELECT arguments_digest AS argumentsDigest, lease_ends_at_ms AS leaseEndsAtMs,
                  answer, expires_at_ms AS expiresAtMs
           FROM idempotency WHERE key = ?`,
          [toColumnText(key)],
        );
        const state = toKeyState(row, argumentsDigest, nowMs, takeOver);
        if (state.state === 'started') {
          connection.run('INSERT OR REPLACE INTO idempotency VALUES (?, ?, ?, NULL, ?)', [
            toColumnText(key),
            argumentsDigest,
            nowMs + leaseMs,
            nowMs + leaseMs + LOST_MS,
          ]);
        }
        return state;
      }),
    // An answer that was given once stays: a slower twin must not change what others were told.
    complete: (key, answer, ttlMs, nowMs) =>
      connection.once(() => {
        const sql = 'UPDATE idempotency SET answer = ?, expires_at_ms = ? WHERE key = ? AND answer IS NULL';
        connection.run(sql, [JSON.stringify(answer), nowMs + ttlMs, toColumnText(key)]);
      }),
    free: (key) =>
      connection.once(() => {
        connection.run('DELETE FROM idempotency WHERE key = ? AND answer IS NULL', [toColumnText(key)]);
      }),
  } satisfies IdempotencyStore);
}
