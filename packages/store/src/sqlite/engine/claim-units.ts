import type { Json } from '@helve/core';
import type {
  Claim,
  ClaimAnswer,
  ClaimRequest,
  Delivery,
  JobKind,
  ReleaseRequest,
  UnitEnd,
  UnitHolder,
} from '@helve/flow/engine';
import type { Connection } from '../connection.js';
import { finishUnit, loseUnit } from './change-unit.js';
import type { JournalClock } from './journal-clock.js';
import { tellEvent } from './tell-event.js';
import { findJob, findUnit, fromJson, type JobRow, type UnitRow } from './unit-row.js';

/** A unit that was lost so often may be what ends its workers. */
const SUSPECT = 2;

/**
 * Marks units as handed out to a worker, in the order in which they have their turn. Of those that were lost
 * several times, a worker has one at a time: what ends it is then known, and others that it holds are not taken for it.
 */
export function releaseUnits(
  connection: Connection,
  { queues, room, worker }: ReleaseRequest,
  { wallMs }: JournalClock,
): readonly Delivery[] {
  if (queues.length === 0 || room === 0) return [];
  const names = queues.map(() => '?').join(', ');
  const sql = `SELECT unit.job, unit.no, unit.id AS unit, unit.queue, unit.delivery + 1 AS delivery, job.id AS jobId, losses
    FROM unit JOIN job ON job.no = unit.job
    WHERE unit.state = 'ready' AND unit.queue IN (${names}) AND unit.not_before <= ? AND job.state = 'running'
      AND (unit.losses < ${SUSPECT} OR NOT EXISTS (
        SELECT 1 FROM unit AS own WHERE own.worker = ? AND own.state IN ('sent', 'held') AND own.losses >= ${SUSPECT}
      ))
    ORDER BY unit.priority DESC, unit.job, unit.no LIMIT ?`;
  interface Row {
    job: number;
    no: number;
    unit: string;
    queue: string;
    delivery: number;
    jobId: string;
    losses: number;
  }
  const now = wallMs();
  const found = connection.all<Row>(sql, [...queues, now, worker?.id ?? '', room]);
  const suspect = found.find(({ losses }) => losses >= SUSPECT);
  const rows = worker === undefined ? found : found.filter((row) => row.losses < SUSPECT || row === suspect);
  const mark = `UPDATE unit SET state = 'sent', delivery = ?, worker = ?, sent_at = ?, not_before = 0
    WHERE job = ? AND no = ?`;
  for (const { job, no, delivery } of rows) connection.run(mark, [delivery, worker?.id ?? null, now, job, no]);
  return rows.map(({ jobId, unit, delivery, queue }) => ({ job: jobId, unit, delivery, queue }));
}

/** Gives a unit to the worker that a delivery reached, under a fresh token. */
export function claimUnit(connection: Connection, request: ClaimRequest, clock: JournalClock): ClaimAnswer {
  const { delivery, worker, token, leaseMs, maxLosses } = request;
  const at = clock.wallMs();
  const job = findJob(connection, delivery.job);
  if (job?.state !== 'running') return undefined;
  const unit = findUnit(connection, job, delivery.unit);
  if (unit === undefined || unit.delivery !== delivery.delivery) return undefined;
  if (unit.state !== 'sent' && unit.state !== 'held') return undefined;
  if (unit.state === 'held') loseUnit(connection, unit, at);
  const losses = unit.losses + (unit.state === 'held' ? 1 : 0);
  if (losses >= maxLosses) {
    const error = { reason: 'poisoned', losses };
    finishUnit(connection, job, unit, { state: 'dead', event: 'dead', data: { reason: 'poisoned' }, error, at });
    return undefined;
  }
  const sql = `UPDATE unit SET state = 'held', token = ?, worker = ?, lease_until = ?, attempt = attempt + 1
    WHERE job = ? AND no = ?`;
  connection.run(sql, [token, worker.id, clock.uptimeMs() + leaseMs, unit.job, unit.no]);
  const attempt = unit.attempt + 1;
  tellEvent(connection, { job: job.no, kind: 'claimed', unit: unit.id, data: { worker: worker.id, attempt }, at });
  return readClaim(connection, job, unit, { token, leaseMs });
}

/** Gives the first unit of a job that was just put to a worker, before anybody else can see it. */
export function claimFirst(connection: Connection, id: string, holder: UnitHolder, clock: JournalClock): ClaimAnswer {
  const sql = `UPDATE unit SET state = 'sent', delivery = 1, worker = ?, sent_at = ?
    WHERE job = (SELECT no FROM job WHERE id = ?) AND no = 1 RETURNING id, queue`;
  const found = connection.first<{ id: string; queue: string }>(sql, [holder.worker.id, clock.wallMs(), id]);
  if (found === undefined) return undefined;
  const delivery = { job: id, unit: found.id, delivery: 1, queue: found.queue };
  return claimUnit(connection, { ...holder, delivery, maxLosses: Infinity }, clock);
}

function readClaim(
  connection: Connection,
  job: JobRow,
  unit: UnitRow,
  { token, leaseMs }: Pick<Claim, 'token' | 'leaseMs'>,
): Claim {
  interface Row {
    kind: JobKind;
    tenant: string;
    userId: string;
    retry: string;
    input: string;
    after: string;
    needs: string;
    failures: number;
    attempt: number;
  }
  const sql = `SELECT kind, tenant, user_id AS userId, retry, input, after, needs, failures, attempt
    FROM job JOIN unit ON unit.job = job.no WHERE unit.job = ? AND unit.no = ?`;
  const [row] = connection.all<Row>(sql, [unit.job, unit.no]);
  if (row === undefined) throw new TypeError(`Cannot claim unit "${unit.id}": it is gone`);
  const after = fromJson<string[]>(row.after);
  return {
    job: job.id,
    kind: row.kind,
    tenant: row.tenant,
    userId: row.userId,
    unit: { id: unit.id, input: fromJson<Json>(row.input), after, needs: fromJson(row.needs) },
    delivery: unit.delivery,
    attempt: row.attempt,
    failures: row.failures,
    retry: fromJson(row.retry),
    token,
    leaseMs,
    done: readSteps(connection, unit.job, unit.no),
    signals: readSteps(connection, unit.job, 0),
    after: after.flatMap((id) => readEnd(connection, unit.job, id)),
  };
}

function readSteps(connection: Connection, job: number, unit: number): Record<string, Json> {
  const sql = 'SELECT key, output FROM step WHERE job = ? AND unit = ?';
  const rows = connection.all<{ key: string; output: string }>(sql, [job, unit]);
  return Object.fromEntries(rows.map(({ key, output }) => [key, fromJson<Json>(output)]));
}

function readEnd(connection: Connection, job: number, id: string): UnitEnd[] {
  const sql = 'SELECT state, output FROM unit WHERE job = ? AND id = ?';
  const found = connection.first<{ state: UnitEnd['state']; output: string | null }>(sql, [job, id]);
  if (found === undefined) return [];
  return [{ id, state: found.state, ...(found.output === null ? {} : { output: fromJson<Json>(found.output) }) }];
}
