import type { JsonObject } from '@helve/core';
import type { EngineEventKind } from '@helve/flow/engine';
import type { Connection } from '../connection.js';

/** Adds an event to a job under the next number of the job. */
export function tellEvent(
  connection: Connection,
  {
    job,
    kind,
    unit,
    data,
    at,
  }: {
    readonly job: number;
    readonly kind: EngineEventKind;
    readonly unit?: string;
    readonly data?: JsonObject;
    readonly at: number;
  },
): void {
  connection.run('UPDATE job SET last_event = last_event + 1 WHERE no = ?', [job]);
  const sql = 'INSERT INTO event SELECT no, last_event, ?, ?, ?, ? FROM job WHERE no = ?';
  connection.run(sql, [kind, at, unit ?? null, data === undefined ? null : JSON.stringify(data), job]);
}
