import type { SweepAnswer, SweepRequest } from '@helve/flow/engine';
import { isGone, type ProcessIdentity } from '../../process-identity.js';
import type { Connection } from '../connection.js';
import { finishUnit, loseUnit } from './change-unit.js';
import type { JournalClock } from './journal-clock.js';
import { fromJson, JOB_COLUMNS, UNIT_COLUMNS, type JobRow, type UnitRow } from './unit-row.js';
import { cancelJob } from './wake-job.js';

/** Frees what dead and silent workers held, ends what took too long, and drops what was kept long enough. */
export function sweepUnits(
  connection: Connection,
  { resendMs, keepMs }: SweepRequest,
  clock: JournalClock,
  boot: string,
): SweepAnswer {
  const at = clock.wallMs();
  const dead = freeDead(connection, boot, at);
  const expired = connection.all<UnitRow>(
    `SELECT ${UNIT_COLUMNS} FROM unit WHERE state = 'held' AND lease_until <= ?`,
    [clock.uptimeMs()],
  );
  for (const unit of expired) loseUnit(connection, unit, at);
  const unclaimed = `UPDATE unit SET state = 'ready', worker = NULL WHERE state = 'sent' AND sent_at <= ?`;
  connection.run(unclaimed, [at - resendMs]);
  endWaits(connection, at);
  expireJobs(connection, at);
  const dropped = dropSettled(connection, at - keepMs);
  return { lost: dead + expired.length, resend: [], dropped };
}

/** Units of processes that are known to have ended, now or before a restart of the machine. */
function freeDead(connection: Connection, boot: string, at: number): number {
  const workers = connection.all<{ id: string; owner: string; boot: string }>('SELECT id, owner, boot FROM worker');
  const gone = workers.filter((one) => one.boot !== boot || isGone(fromJson<ProcessIdentity>(one.owner)));
  let lost = 0;
  for (const { id } of gone) {
    const held = connection.all<UnitRow>(`SELECT ${UNIT_COLUMNS} FROM unit WHERE worker = ? AND state = 'held'`, [id]);
    for (const unit of held) loseUnit(connection, unit, at);
    const sent = connection.run(`UPDATE unit SET state = 'ready', worker = NULL WHERE worker = ? AND state = 'sent'`, [
      id,
    ]);
    connection.run('DELETE FROM worker WHERE id = ?', [id]);
    lost += held.length + sent;
  }
  return lost;
}

function endWaits(connection: Connection, at: number): void {
  const sql = `SELECT ${UNIT_COLUMNS}, signal FROM unit WHERE state = 'waiting' AND not_before > 0 AND not_before <= ?`;
  for (const unit of connection.all<UnitRow & { signal: string }>(sql, [at])) {
    const job = connection.first<JobRow>(`SELECT ${JOB_COLUMNS} FROM job WHERE no = ?`, [unit.job]);
    if (job === undefined) continue;
    const error = { type: 'TIMEOUT', signal: unit.signal };
    finishUnit(connection, job, unit, { state: 'failed', event: 'failed', data: { type: 'TIMEOUT' }, error, at });
  }
}

function expireJobs(connection: Connection, at: number): void {
  const sql = `SELECT ${JOB_COLUMNS} FROM job WHERE state IN ('running', 'paused') AND expires_at <= ?`;
  for (const job of connection.all<JobRow>(sql, [at])) cancelJob(connection, job, at);
}

/** Leaves one row of each job that settled long ago; returns the blobs that nothing refers to after that. */
function dropSettled(connection: Connection, before: number): readonly string[] {
  const jobs = connection.all<{ no: number }>('SELECT no FROM job WHERE settled_at <= ? AND units > 0', [before]);
  if (jobs.length === 0) return [];
  const left = new Set<string>();
  for (const { no } of jobs) {
    for (const blob of listBlobs(connection, no)) left.add(blob);
    for (const table of ['event', 'log', 'output', 'step', 'edge', 'unit']) {
      connection.run(`DELETE FROM ${table} WHERE job = ?`, [no]);
    }
    connection.run('UPDATE job SET units = 0, plan = NULL, data = NULL WHERE no = ?', [no]);
  }
  connection.run('DELETE FROM queue WHERE name NOT IN (SELECT queue FROM unit)', []);
  for (const blob of left.size === 0 ? [] : listBlobs(connection)) left.delete(blob);
  return [...left];
}

/** The blobs that rows of a job, or of all jobs, refer to. */
function listBlobs(connection: Connection, job?: number): readonly string[] {
  const own = job === undefined ? '' : ' AND job = ?';
  const large = (table: string, column: string) => `SELECT
    substr(${column}, length('{"$blob":{"sha256":"') + 1, 64) AS blob FROM ${table} WHERE ${column} LIKE '{"$blob":%'${own}`;
  const named = `SELECT blob FROM output WHERE 1${own}`;
  const sql = [named, large('step', 'output'), large('unit', 'output'), large('unit', 'input')].join(' UNION ');
  const values = job === undefined ? [] : [job, job, job, job];
  return connection.all<{ blob: string }>(sql, values).map(({ blob }) => blob);
}
