import type { IdempotencyStore, IdempotentResults } from '@helve/govern';
import { toColumnText } from '../column-text.js';
import { LOST_MS, toAnswer, toKeyState, type KeyRow } from '../key-state.js';
import { createSweeper } from '../sweeper.js';
import { lockNames, type Connections } from './connections.js';
import { sweep } from './sweep.js';

// A stored result is final, and a key that was taken over belongs to its new holder: a late holder changes neither.
const HELD = 'WHERE key = $1 AND holder = $2 AND answer IS NULL';

export function createIdempotencyStore(connections: Connections): IdempotencyStore & IdempotentResults {
  const isTimeToSweep = createSweeper();
  return Object.freeze({
    begin: ({ key, holder, argumentsDigest, leaseMs, nowMs, takeOver }) =>
      connections.write(async (runner) => {
        const name = toColumnText(key);
        await lockNames(runner, [`idempotency ${name}`]);
        if (isTimeToSweep()) await sweep(runner, 'idempotency', 'key', nowMs);
        const row = await runner.first<KeyRow>(
          `SELECT arguments_digest AS "argumentsDigest", lease_ends_at_ms AS "leaseEndsAtMs",
                  answer, expires_at_ms AS "expiresAtMs"
           FROM helve.idempotency WHERE key = $1 FOR UPDATE`,
          [name],
        );
        const state = toKeyState(row, argumentsDigest, nowMs, takeOver);
        if (state.state === 'started') {
          await runner.run(
            `INSERT INTO helve.idempotency (key, holder, arguments_digest, lease_ends_at_ms, expires_at_ms)
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (key) DO UPDATE SET
               holder = excluded.holder, arguments_digest = excluded.arguments_digest,
               lease_ends_at_ms = excluded.lease_ends_at_ms, answer = NULL, expires_at_ms = excluded.expires_at_ms`,
            [name, toColumnText(holder), argumentsDigest, nowMs + leaseMs, nowMs + leaseMs + LOST_MS],
          );
        }
        return state;
      }),
    renew: (key, holder, leaseMs, nowMs) =>
      connections.once(async (runner) => {
        const sql = `UPDATE helve.idempotency SET lease_ends_at_ms = $3, expires_at_ms = $4 ${HELD} AND expires_at_ms > $5`;
        const endsAtMs = nowMs + leaseMs;
        return (
          (await runner.run(sql, [toColumnText(key), toColumnText(holder), endsAtMs, endsAtMs + LOST_MS, nowMs])) > 0
        );
      }),
    complete: async (key, holder, answer, ttlMs, nowMs) => {
      const text = JSON.stringify(answer);
      return connections.once(async (runner) => {
        const sql = `UPDATE helve.idempotency SET answer = $3, expires_at_ms = $4 ${HELD} AND expires_at_ms > $5`;
        return (await runner.run(sql, [toColumnText(key), toColumnText(holder), text, nowMs + ttlMs, nowMs])) > 0;
      });
    },
    find: (key, nowMs) =>
      connections.once(async (runner) => {
        const sql = 'SELECT answer FROM helve.idempotency WHERE key = $1 AND answer IS NOT NULL AND expires_at_ms > $2';
        const row = await runner.first<{ answer: string }>(sql, [toColumnText(key), nowMs]);
        return row === undefined ? undefined : toAnswer(row.answer);
      }),
    free: (key, holder) =>
      connections.once(async (runner) => {
        await runner.run(`DELETE FROM helve.idempotency ${HELD}`, [toColumnText(key), toColumnText(holder)]);
      }),
  } satisfies IdempotencyStore & IdempotentResults);
}
