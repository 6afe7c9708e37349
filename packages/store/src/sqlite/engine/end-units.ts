import type { Claim, ClaimState, EndAnswer, EndRow, StepRow } from '@helve/flow/engine';
import type { Connection } from '../connection.js';
import { finishUnit, freeUnit } from './change-unit.js';
import type { JournalClock } from './journal-clock.js';
import { addUnits } from './put-job.js';
import { tellEvent } from './tell-event.js';
import { findJob, findUnit, type JobRow, type UnitRow } from './unit-row.js';

interface HeldUnit {
  readonly job: JobRow;
  readonly unit: UnitRow;
}

/** The unit of a claim that is still held. */
function findHeld(connection: Connection, id: string, unitId: string, token: string): HeldUnit | undefined {
  const job = findJob(connection, id);
  const unit = job === undefined ? undefined : findUnit(connection, job, unitId);
  if (job === undefined || unit?.state !== 'held' || unit.token !== token) return undefined;
  return { job, unit };
}

/** Records a step; one that has a record keeps it. */
export function recordStep(connection: Connection, row: StepRow, { wallMs }: JournalClock): boolean {
  const held = findHeld(connection, row.job, row.unit, row.token);
  if (held === undefined) return false;
  const { job, no, id } = held.unit;
  const sql = 'INSERT OR IGNORE INTO step VALUES (?, ?, ?, ?)';
  if (connection.run(sql, [job, no, row.key, JSON.stringify(row.output)]) > 0) {
    tellEvent(connection, { job, kind: 'step', unit: id, data: { key: row.key }, at: wallMs() });
  }
  return true;
}

/** Ends a claim. */
export function endUnit(connection: Connection, row: EndRow, clock: JournalClock): EndAnswer {
  const held = findHeld(connection, row.job, row.unit, row.token);
  if (held === undefined) return row.to === 'done' && wasEnded(connection, row) ? 'ended' : 'lost';
  const { job, unit } = held;
  if (isPathTaken(connection, job, row)) return 'path-taken';
  const { output, isFailure, isYield } = row;
  const sql = `UPDATE unit SET losses = 0, failures = failures + ?, attempt = attempt - ?, output = coalesce(?, output),
    error = coalesce(?, error) WHERE job = ? AND no = ?`;
  connection.run(sql, [
    isFailure ? 1 : 0,
    isYield ? 1 : 0,
    output === undefined ? null : JSON.stringify(output),
    row.error === undefined ? null : JSON.stringify(row.error),
    unit.job,
    unit.no,
  ]);
  // The worker lives and says that it failed: nothing is unknown.
  if (isFailure) forgetBegun(connection, unit);
  if (row.to === 'ready' || row.to === 'waiting') putBack(connection, unit, row, clock.wallMs());
  else finishClaim(connection, held, row, clock.wallMs());
  return 'ended';
}

function finishClaim(connection: Connection, { job, unit }: HeldUnit, row: EndRow, at: number): void {
  const { to, event, data, files = [], adds = [] } = row;
  for (const { path, blob, bytes } of files) {
    connection.run('INSERT INTO output VALUES (?, ?, ?, ?, ?, ?)', [job.no, path, unit.id, row.token, blob, bytes]);
  }
  addUnits(connection, job, adds);
  if (to === 'ready' || to === 'waiting') return;
  finishUnit(connection, job, unit, { state: to, event, data, at });
}

function putBack(
  connection: Connection,
  unit: UnitRow,
  { to, event, data, signal, afterMs }: EndRow,
  at: number,
): void {
  freeUnit(connection, unit, to);
  const notBefore = afterMs === undefined ? 0 : at + afterMs;
  const sql = 'UPDATE unit SET not_before = ?, signal = ? WHERE job = ? AND no = ?';
  connection.run(sql, [notBefore, signal ?? null, unit.job, unit.no]);
  tellEvent(connection, { job: unit.job, kind: event, unit: unit.id, at, ...(data === undefined ? {} : { data }) });
  if (signal === undefined) return;
  const came = connection.first('SELECT 1 FROM step WHERE job = ? AND unit = 0 AND key = ?', [unit.job, signal]);
  if (came !== undefined) freeUnit(connection, unit, 'ready');
}

/** Deletes the announcements of steps of which nothing more was heard. */
export function forgetBegun(connection: Connection, { job, no }: Pick<UnitRow, 'job' | 'no'>): void {
  connection.run(
    `DELETE FROM step WHERE job = ? AND unit = ? AND key LIKE 'begin:%' AND NOT EXISTS (
      SELECT 1 FROM step AS ended WHERE ended.job = step.job AND ended.unit = step.unit AND ended.key = substr(step.key, 7)
    )`,
    [job, no],
  );
}

function wasEnded(connection: Connection, row: EndRow): boolean {
  const job = findJob(connection, row.job);
  const unit = job === undefined ? undefined : findUnit(connection, job, row.unit);
  return unit?.state === 'done' && unit.token === row.token;
}

function isPathTaken(connection: Connection, { no }: JobRow, { files = [] }: EndRow): boolean {
  const sql = 'SELECT 1 FROM output WHERE job = ? AND path = ?';
  return files.some(({ path }) => connection.first(sql, [no, path]) !== undefined);
}

/** Renews the lease of a claim. */
export function beatClaim(connection: Connection, claim: Claim, { uptimeMs }: JournalClock): ClaimState {
  const now = uptimeMs();
  const sql = `UPDATE unit SET lease_until = ? WHERE job = (SELECT no FROM job WHERE id = ?) AND id = ?
    AND token = ? AND state = 'held' AND lease_until > ?`;
  if (connection.run(sql, [now + claim.leaseMs, claim.job, claim.unit.id, claim.token, now]) === 0) return 'lost';
  const found = connection.first<{ isYielding: number }>('SELECT is_yielding AS isYielding FROM job WHERE id = ?', [
    claim.job,
  ]);
  return found?.isYielding === 1 ? 'yield' : 'held';
}
