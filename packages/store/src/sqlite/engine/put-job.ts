import type { JobEntry, UnitEntry, UnitQueue } from '@helve/flow/engine';
import type { Connection } from '../connection.js';
import { settleJob } from './change-unit.js';
import { tellEvent } from './tell-event.js';
import { findJob, OVER, type JobRow } from './unit-row.js';

/** Writes a job with its units; false if there is one with its id. */
export function putJob(connection: Connection, entry: JobEntry, queues: readonly UnitQueue[], at: number): boolean {
  const { id, kind, tenant, userId, build, priority = 5, keepGoing = false, retry = {}, plan, data } = entry;
  const sql = `INSERT OR IGNORE INTO job (id, kind, tenant, user_id, build, priority, keep_going, retry, plan, data,
    traceparent, state, submitted_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'running', ?, ?)`;
  const isNew = connection.run(sql, [
    id,
    kind,
    tenant,
    userId,
    build,
    priority,
    keepGoing ? 1 : 0,
    JSON.stringify(retry),
    plan === undefined ? null : JSON.stringify(plan),
    data === undefined ? null : JSON.stringify(data),
    entry.traceparent ?? null,
    at,
    entry.expiresMs === undefined ? null : at + entry.expiresMs,
  ]);
  const job = findJob(connection, id);
  if (isNew === 0 || job === undefined) return false;
  putQueues(connection, queues);
  tellEvent(connection, { job: job.no, kind: 'submitted', data: { units: entry.units.length }, at });
  addUnits(connection, job, entry.units);
  settleJob(connection, job, at);
  return true;
}

export function putQueues(connection: Connection, queues: readonly UnitQueue[]): void {
  for (const { name, build, needs } of queues) {
    connection.run('INSERT OR IGNORE INTO queue VALUES (?, ?, ?)', [name, build, JSON.stringify(needs)]);
  }
}

/** Adds units to a job; those that are there already stay as they are. */
export function addUnits(connection: Connection, job: JobRow, entries: readonly UnitEntry[]): void {
  const insert = `INSERT OR IGNORE INTO unit (job, no, id, input, after, needs, queue, priority, state)
    SELECT ?, units + 1, ?, ?, ?, ?, ?, ?, 'blocked' FROM job WHERE no = ?`;
  const fresh = entries.filter(({ id, input, after = [], needs = [], queue }) => {
    const texts = [id, JSON.stringify(input), JSON.stringify(after), JSON.stringify(needs), queue];
    if (connection.run(insert, [job.no, ...texts, job.priority, job.no]) === 0) return false;
    connection.run('UPDATE job SET units = units + 1, open = open + 1 WHERE no = ?', [job.no]);
    return true;
  });
  const edge = `INSERT OR IGNORE INTO edge SELECT ?, before.no, unit.no FROM unit AS before, unit
    WHERE before.job = ? AND before.id = ? AND unit.job = ? AND unit.id = ?`;
  for (const { id, after = [] } of fresh) {
    for (const before of after) connection.run(edge, [job.no, job.no, before, job.no, id]);
  }
  for (const { id } of fresh) openUnit(connection, job.no, id);
}

/** Lets a unit begin as soon as those before it are over. */
export function openUnit(connection: Connection, job: number, id: string): void {
  const sql = `UPDATE unit SET failures = 0, losses = 0, error = NULL, not_before = 0, blockers = (
      SELECT count(*) FROM edge JOIN unit AS before ON before.job = edge.job AND before.no = edge.before
      WHERE edge.job = unit.job AND edge.unit = unit.no AND before.state NOT IN ${OVER}
    ) WHERE job = ? AND id = ?`;
  connection.run(sql, [job, id]);
  connection.run(`UPDATE unit SET state = iif(blockers = 0, 'ready', 'blocked') WHERE job = ? AND id = ?`, [job, id]);
}
