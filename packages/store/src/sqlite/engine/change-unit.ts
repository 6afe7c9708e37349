import type { JsonObject } from '@helve/core';
import type { EngineEventKind, JobState } from '@helve/flow/engine';
import type { Connection } from '../connection.js';
import { tellEvent } from './tell-event.js';
import { OVER, type JobRow, type UnitRow } from './unit-row.js';

/** Puts a unit back among those that nobody has. */
export function freeUnit(connection: Connection, { job, no }: Pick<UnitRow, 'job' | 'no'>, state: string): void {
  const sql = `UPDATE unit SET state = ?, token = NULL, worker = NULL, lease_until = NULL, signal = NULL, not_before = 0
    WHERE job = ? AND no = ?`;
  connection.run(sql, [state, job, no]);
}

/** Takes a unit from a worker that is gone or silent. */
export function loseUnit(connection: Connection, unit: UnitRow, at: number): void {
  freeUnit(connection, unit, 'ready');
  connection.run('UPDATE unit SET losses = losses + 1 WHERE job = ? AND no = ?', [unit.job, unit.no]);
  const data = { worker: unit.worker ?? '', losses: unit.losses + 1 };
  tellEvent(connection, { job: unit.job, kind: 'lost', unit: unit.id, data, at });
}

/** The end of a unit for good. */
export interface UnitFinish {
  readonly state: 'done' | 'failed' | 'dead';
  readonly event: EngineEventKind;
  readonly data?: JsonObject | undefined;
  readonly error?: JsonObject | undefined;
  readonly at: number;
}

/** Ends a unit: those behind it come nearer, and its job settles if it was the last. */
export function finishUnit(connection: Connection, job: JobRow, unit: UnitRow, finish: UnitFinish): void {
  const { state, event, data, error, at } = finish;
  // The token of the winner stays: whoever did not hear of the end asks again.
  const kept = state === 'done' ? [unit.token, unit.worker] : [null, null];
  const sql = `UPDATE unit SET state = ?, token = ?, worker = ?, lease_until = NULL, signal = NULL, not_before = 0,
    error = coalesce(?, error) WHERE job = ? AND no = ?`;
  const text = error === undefined ? null : JSON.stringify(error);
  connection.run(sql, [state, kept[0] ?? null, kept[1] ?? null, text, unit.job, unit.no]);
  connection.run('UPDATE job SET open = open - 1 WHERE no = ?', [job.no]);
  tellEvent(connection, { job: job.no, kind: event, unit: unit.id, at, ...(data === undefined ? {} : { data }) });
  const behind = 'job = ? AND no IN (SELECT unit FROM edge WHERE job = ? AND before = ?)';
  const keys = [job.no, job.no, unit.no];
  connection.run(`UPDATE unit SET blockers = blockers - 1 WHERE ${behind} AND state = 'blocked'`, keys);
  connection.run(`UPDATE unit SET state = 'ready' WHERE ${behind} AND state = 'blocked' AND blockers = 0`, keys);
  if (state !== 'done' && job.keepGoing === 0) cancelUnits(connection, job);
  settleJob(connection, job, at);
}

/** Cancels all units of a job that are not over; returns their number. */
export function cancelUnits(connection: Connection, { no }: JobRow): number {
  const sql = `UPDATE unit SET state = 'cancelled', token = NULL, worker = NULL, lease_until = NULL, signal = NULL
    WHERE job = ? AND state NOT IN ${OVER}`;
  const cancelled = connection.run(sql, [no]);
  connection.run('UPDATE job SET open = 0 WHERE no = ?', [no]);
  return cancelled;
}

/** Settles a job without open units, once. */
export function settleJob(connection: Connection, { no, keepGoing }: JobRow, at: number): void {
  const sql = `SELECT is_cancelled AS isCancelled FROM job WHERE no = ? AND open = 0 AND state IN ('running', 'paused')`;
  const open = connection.first<{ isCancelled: number }>(sql, [no]);
  if (open === undefined) return;
  const rows = connection.all<{ state: string; count: number }>(
    'SELECT state, count(*) AS count FROM unit WHERE job = ? GROUP BY state',
    [no],
  );
  const count = (state: string) => rows.find((row) => row.state === state)?.count ?? 0;
  const [done, failed, dead, cancelled] = [count('done'), count('failed'), count('dead'), count('cancelled')];
  const state = open.isCancelled === 1 ? 'cancelled' : settledState(done, failed + dead, keepGoing === 1);
  const summary = JSON.stringify({ done, failed, dead, cancelled });
  connection.run('UPDATE job SET state = ?, settled_at = ?, summary = ? WHERE no = ?', [state, at, summary, no]);
  tellEvent(connection, { job: no, kind: 'settled', data: { state, done, failed, dead, cancelled }, at });
}

function settledState(done: number, bad: number, isPartial: boolean): JobState {
  if (bad === 0) return 'done';
  return isPartial && done > 0 ? 'partial' : 'failed';
}
