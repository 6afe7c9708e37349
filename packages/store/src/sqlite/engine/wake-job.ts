import type { JobChange, RetryFilter, UnitQueue } from '@helve/flow/engine';
import type { Connection } from '../connection.js';
import { cancelUnits, freeUnit, settleJob } from './change-unit.js';
import { forgetBegun } from './end-units.js';
import { openUnit, putQueues } from './put-job.js';
import { tellEvent } from './tell-event.js';
import { findJob, isOpen, UNIT_COLUMNS, type JobRow, type UnitRow } from './unit-row.js';

/** Applies a change from outside; returns the number of units or jobs that it changed, undefined without such a job. */
export function wakeJob(connection: Connection, change: JobChange, at: number): number | undefined {
  const job = findJob(connection, change.job);
  if (job === undefined) return undefined;
  if (change.kind === 'retry') return retryUnits(connection, job, change, at);
  if (!isOpen(job)) return 0;
  switch (change.kind) {
    case 'signal':
      return signalJob(connection, job, change, at);
    case 'cancel':
      return cancelJob(connection, job, at);
    case 'pause':
      return pauseJob(connection, job, change.now, at);
    case 'resume':
      return resumeJob(connection, job, at);
  }
}

export function cancelJob(connection: Connection, job: JobRow, at: number): number {
  connection.run('UPDATE job SET is_cancelled = 1 WHERE no = ?', [job.no]);
  tellEvent(connection, { job: job.no, kind: 'cancelled', at });
  const cancelled = cancelUnits(connection, job);
  settleJob(connection, job, at);
  return cancelled;
}

function signalJob(
  connection: Connection,
  { no }: JobRow,
  { name, value }: Extract<JobChange, { kind: 'signal' }>,
  at: number,
): number {
  connection.run('INSERT OR REPLACE INTO step VALUES (?, 0, ?, ?)', [no, name, JSON.stringify(value)]);
  tellEvent(connection, { job: no, kind: 'signalled', data: { signal: name }, at });
  const sql = `UPDATE unit SET state = 'ready', signal = NULL, not_before = 0
    WHERE job = ? AND state = 'waiting' AND signal = ?`;
  return connection.run(sql, [no, name]);
}

function pauseJob(connection: Connection, { no, state }: JobRow, now: boolean, at: number): number {
  connection.run(`UPDATE job SET is_yielding = ?, state = 'paused' WHERE no = ?`, [now ? 1 : 0, no]);
  if (state === 'paused') return 0;
  // What was handed out and not claimed goes back: nothing begins while the job is paused.
  connection.run(`UPDATE unit SET state = 'ready', worker = NULL WHERE job = ? AND state = 'sent'`, [no]);
  tellEvent(connection, { job: no, kind: 'paused', at });
  return 1;
}

function resumeJob(connection: Connection, { no, state }: JobRow, at: number): number {
  if (state !== 'paused') return 0;
  connection.run(`UPDATE job SET is_yielding = 0, state = 'running' WHERE no = ?`, [no]);
  tellEvent(connection, { job: no, kind: 'resumed', at });
  return 1;
}

function retryUnits(
  connection: Connection,
  job: JobRow,
  { filter, queues }: Extract<JobChange, { kind: 'retry' }>,
  at: number,
): number {
  const again = connection
    .all<UnitRow>(`SELECT ${UNIT_COLUMNS} FROM unit WHERE job = ? AND state IN ('failed', 'dead', 'cancelled')`, [
      job.no,
    ])
    .filter((unit) => isMeant(unit, filter));
  if (again.length === 0) return 0;
  if (filter.build !== undefined) moveJob(connection, job, filter.build, queues);
  for (const unit of again) {
    freeUnit(connection, unit, 'blocked');
    assumeOutcome(connection, unit, filter.assume);
  }
  for (const { id } of again) openUnit(connection, job.no, id);
  const sql = `UPDATE job SET state = iif(state = 'paused', state, 'running'), is_cancelled = 0, settled_at = NULL,
    summary = NULL, expires_at = NULL, open = open + ? WHERE no = ?`;
  connection.run(sql, [again.length, job.no]);
  tellEvent(connection, { job: job.no, kind: 'retried', data: { units: again.length }, at });
  return again.length;
}

function isMeant({ id, state }: UnitRow, { states = ['failed', 'dead', 'cancelled'], units }: RetryFilter): boolean {
  return states.some((one) => one === state) && (units === undefined || units.includes(id));
}

function assumeOutcome(connection: Connection, unit: UnitRow, assume: RetryFilter['assume']): void {
  if (assume === 'undone') forgetBegun(connection, unit);
  if (assume !== 'done') return;
  const sql = `INSERT OR IGNORE INTO step SELECT job, unit, substr(key, 7), 'null' FROM step
    WHERE job = ? AND unit = ? AND key LIKE 'begin:%'`;
  connection.run(sql, [unit.job, unit.no]);
}

function moveJob(connection: Connection, { no }: JobRow, build: string, queues: readonly UnitQueue[]): void {
  putQueues(connection, queues);
  connection.run('UPDATE job SET build = ? WHERE no = ?', [build, no]);
  for (const { name, needs } of queues) {
    connection.run('UPDATE unit SET queue = ? WHERE job = ? AND needs = ?', [name, no, JSON.stringify(needs)]);
  }
}
