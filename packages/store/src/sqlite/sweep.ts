import { SWEEP_LIMIT } from '../sweeper.js';
import type { Connection } from './connection.js';

/** Deletes expired rows; `key` names the columns of the primary key. */
export function sweep(connection: Connection, table: string, key: string, nowMs: number): void {
  connection.run(
    `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE expires_at_ms <= ? LIMIT ${SWEEP_LIMIT})`,
    [nowMs],
  );
}
