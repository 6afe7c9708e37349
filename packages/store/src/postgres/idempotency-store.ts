import type { IdempotencyStore } from '@helve/govern';
import { toColumnText } from '../column-text.js';
import { LOST_MS, toKeyState, type KeyRow } from '../key-state.js';
import { createSweeper } from '../sweeper.js';
import { lockNames, type Connections } from './connections.js';
import { sweep } from './sweep.js';

export function createIdempotencyStore(connections: Connections): IdempotencyStore {
  const isTimeToSweep = createSweeper();
  return Object.freeze({
    begin: (key, argumentsDigest, leaseMs, nowMs, takeOver) =>
      connections.write(async (session) => {
        const name = toColumnText(key);
        await lockNames(session, [`idempotency ${name}`]);
        if (isTimeToSweep()) await sweep(session, 'idempotency', 'key', nowMs);
        const row = await session.first<KeyRow>(
          `SELECT arguments_digest AS "argumentsDigest", lease_ends_at_ms AS "leaseEndsAtMs",
                  answer, expires_at_ms AS "expiresAtMs"
           FROM helve.idempotency WHERE key = $1 FOR UPDATE`,
          [name],
        );
        const state = toKeyState(row, argumentsDigest, nowMs, takeOver);
        if (state.state === 'started') {
          await session.run(
            `INSERT INTO helve.idempotency VALUES ($1, $2, $3, NULL, $4) ON CONFLICT (key) DO UPDATE SET
               arguments_digest = excluded.arguments_digest, lease_ends_at_ms = excluded.lease_ends_at_ms,
               answer = NULL, expires_at_ms = excluded.expires_at_ms`,
            [name, argumentsDigest, nowMs + leaseMs, nowMs + leaseMs + LOST_MS],
          );
        }
        return state;
      }),
    // An answer that was given once stays: a slower twin must not change what others were told.
    complete: async (key, answer, ttlMs, nowMs) => {
      const text = JSON.stringify(answer);
      await connections.once((session) => {
        const sql = 'UPDATE helve.idempotency SET answer = $1, expires_at_ms = $2 WHERE key = $3 AND answer IS NULL';
        return session.run(sql, [text, nowMs + ttlMs, toColumnText(key)]);
      });
    },
    free: (key) =>
      connections.once(async (session) => {
        await session.run('DELETE FROM helve.idempotency WHERE key = $1 AND answer IS NULL', [toColumnText(key)]);
      }),
  } satisfies IdempotencyStore);
}
