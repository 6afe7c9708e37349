import { SWEEP_LIMIT } from '../sweeper.js';
import type { StatementRunner } from './connections.js';

/** Deletes expired rows; `key` names the columns of the primary key. Rows that are locked are left to the next sweep. */
export async function sweep(runner: StatementRunner, table: string, key: string, nowMs: number): Promise<void> {
  await runner.run(
    `DELETE FROM helve.${table} WHERE (${key}) IN (
       SELECT ${key} FROM helve.${table} WHERE expires_at_ms <= $1 LIMIT ${SWEEP_LIMIT} FOR UPDATE SKIP LOCKED
     )`,
    [nowMs],
  );
}
