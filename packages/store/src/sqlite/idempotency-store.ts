import type { IdempotencyStore, IdempotentResults } from '@helve/govern';
import { toColumnText } from '../column-text.js';
import { LOST_MS, toAnswer, toKeyState, type KeyRow } from '../key-state.js';
import { createSweeper } from '../sweeper.js';
import type { Connection } from './connection.js';
import { sweep } from './sweep.js';

// A stored result is final, and a key that was taken over belongs to its new holder: a late holder changes neither.
const HELD = 'WHERE key = ? AND holder = ? AND answer IS NULL';

export function createIdempotencyStore(connection: Connection): IdempotencyStore & IdempotentResults {
  const isTimeToSweep = createSweeper();
  return Object.freeze({
    begin: ({ key, holder, argumentsDigest, leaseMs, nowMs, takeOver }) =>
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
          connection.run(
            `INSERT OR REPLACE INTO idempotency (key, holder, arguments_digest, lease_ends_at_ms, expires_at_ms)
             VALUES (?, ?, ?, ?, ?)`,
            [toColumnText(key), toColumnText(holder), argumentsDigest, nowMs + leaseMs, nowMs + leaseMs + LOST_MS],
          );
        }
        return state;
      }),
    renew: (key, holder, leaseMs, nowMs) =>
      connection.once(() => {
        const sql = `UPDATE idempotency SET lease_ends_at_ms = ?, expires_at_ms = ? ${HELD} AND expires_at_ms > ?`;
        const endsAtMs = nowMs + leaseMs;
        return connection.run(sql, [endsAtMs, endsAtMs + LOST_MS, toColumnText(key), toColumnText(holder), nowMs]) > 0;
      }),
    complete: (key, holder, answer, ttlMs, nowMs) =>
      connection.once(() => {
        const sql = `UPDATE idempotency SET answer = ?, expires_at_ms = ? ${HELD} AND expires_at_ms > ?`;
        const values = [JSON.stringify(answer), nowMs + ttlMs, toColumnText(key), toColumnText(holder), nowMs];
        return connection.run(sql, values) > 0;
      }),
    find: (key, nowMs) =>
      connection.once(() => {
        const sql = 'SELECT answer FROM idempotency WHERE key = ? AND answer IS NOT NULL AND expires_at_ms > ?';
        const row = connection.first<{ answer: string }>(sql, [toColumnText(key), nowMs]);
        return row === undefined ? undefined : toAnswer(row.answer);
      }),
    free: (key, holder) =>
      connection.once(() => {
        connection.run(`DELETE FROM idempotency ${HELD}`, [toColumnText(key), toColumnText(holder)]);
      }),
  } satisfies IdempotencyStore & IdempotentResults);
}
