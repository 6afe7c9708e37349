import type { Json, JsonObject } from '@helve/core';
import type {
  EngineEvent,
  EngineEventKind,
  FlowPlan,
  JobDetail,
  JobFile,
  JobFilter,
  JobKind,
  JobLogLine,
  JobState,
  JobUnitState,
  JobView,
  LogRow,
  UnitQueue,
  UnitView,
} from '@helve/flow/engine';
import type { SqlValue, StatementRunner } from '../connections.js';

/** A job as it is read; JSON comes parsed. */
interface ViewRow {
  readonly id: string;
  readonly kind: JobKind;
  readonly state: JobState;
  readonly tenant: string;
  readonly userId: string;
  readonly build: string;
  readonly priority: number;
  readonly submittedAt: number;
  readonly settledAt: number | null;
  readonly counts: JobView['counts'];
}

interface DetailRow extends ViewRow {
  readonly keepGoing: boolean;
  readonly plan: FlowPlan | null;
  readonly data: JsonObject | null;
  readonly traceparent: string | null;
}

// Of a job whose rows were dropped, its summary tells.
const VIEW = `job.id, kind, job.state, tenant, user_id AS "userId", build, job.priority, submitted_at AS "submittedAt",
  settled_at AS "settledAt",
  CASE WHEN units = 0 THEN coalesce(summary::json, '{}') ELSE (
    SELECT json_object_agg(state, count) FROM (
      SELECT unit.state, count(*) AS count FROM helve.unit WHERE unit.job = job.no GROUP BY unit.state
    ) AS counted
  ) END AS counts`;

const JOB = '(SELECT no FROM helve.job WHERE id = $1)';

export async function readJob(runner: StatementRunner, id: string): Promise<JobDetail | undefined> {
  const sql = `SELECT ${VIEW}, keep_going AS "keepGoing", plan::json, data::json, traceparent FROM helve.job WHERE id = $1`;
  const row = await runner.first<DetailRow>(sql, [id]);
  if (row === undefined) return undefined;
  const { keepGoing, plan, data, traceparent } = row;
  return {
    ...toView(row),
    keepGoing,
    ...(plan === null ? {} : { plan }),
    ...(data === null ? {} : { data }),
    ...(traceparent === null ? {} : { traceparent }),
  };
}

export async function listJobs(runner: StatementRunner, filter: JobFilter): Promise<readonly JobView[]> {
  const { states, kind, tenant, userId, limit = 100 } = filter;
  const values: SqlValue[] = [limit];
  const conditions = [
    ['state = ANY', states],
    ['kind =', kind],
    ['tenant =', tenant],
    ['user_id =', userId],
  ] as const;
  const where = conditions.flatMap(([condition, value]) =>
    value === undefined ? [] : [`job.${condition} ($${values.push(value)})`],
  );
  const sql = `SELECT ${VIEW} FROM helve.job ${where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`}
    ORDER BY no DESC LIMIT $1`;
  return (await runner.all<ViewRow>(sql, values)).map(toView);
}

function toView({
  id,
  kind,
  state,
  tenant,
  userId,
  build,
  priority,
  submittedAt,
  settledAt,
  counts,
}: ViewRow): JobView {
  const settled = settledAt === null ? {} : { settledAt };
  return {
    id,
    kind,
    state,
    tenant,
    userId,
    build,
    priority,
    submittedAt,
    ...settled,
    counts: { ...noUnits, ...counts },
  };
}

const noUnits: { readonly [state in JobUnitState]: number } = Object.freeze({
  blocked: 0,
  ready: 0,
  sent: 0,
  held: 0,
  waiting: 0,
  done: 0,
  failed: 0,
  dead: 0,
  cancelled: 0,
});

interface UnitRow extends Pick<UnitView, 'id' | 'input' | 'state' | 'attempt' | 'needs' | 'after'> {
  readonly worker: string | null;
  readonly error: JsonObject | null;
  /** Packed into a list, so that a null that a unit gave is another thing than none. */
  readonly outputs: readonly Json[];
  readonly signal: string | null;
  readonly notBefore: number;
}

export async function listUnits(runner: StatementRunner, job: string): Promise<readonly UnitView[]> {
  const sql = `SELECT id, input::json, state, attempt, needs::json, after::json, worker, error::json, signal,
    not_before AS "notBefore",
    CASE WHEN output IS NULL THEN '[]'::json ELSE json_build_array(output::json) END AS outputs
    FROM helve.unit WHERE job = ${JOB} ORDER BY no`;
  return (await runner.all<UnitRow>(sql, [job])).map(({ worker, error, outputs, signal, notBefore, ...unit }) => ({
    ...unit,
    ...(worker === null ? {} : { worker }),
    ...(error === null ? {} : { error }),
    ...(outputs[0] === undefined ? {} : { output: outputs[0] }),
    ...(signal === null ? {} : { signal }),
    ...(notBefore === 0 ? {} : { notBefore }),
  }));
}

export async function listFiles(runner: StatementRunner, job: string): Promise<readonly JobFile[]> {
  // A number that the driver would give as text is one all the same: files are far smaller than 2^53 bytes.
  const sql = `SELECT path, blob, bytes::double precision, unit FROM helve.output WHERE job = ${JOB} ORDER BY path`;
  return runner.all<JobFile>(sql, [job]);
}

interface EventRow {
  readonly seq: number;
  readonly kind: EngineEventKind;
  readonly at: number;
  readonly unit: string | null;
  readonly data: JsonObject | null;
}

export async function listEvents(
  runner: StatementRunner,
  job: string,
  after: number,
  limit: number,
): Promise<readonly EngineEvent[]> {
  const sql = `SELECT seq, kind, at, unit, data::json FROM helve.event WHERE job = ${JOB} AND seq > $2
    ORDER BY seq LIMIT $3`;
  return (await runner.all<EventRow>(sql, [job, after, limit])).map(({ seq, kind, at, unit, data }) => ({
    seq,
    job,
    kind,
    at,
    ...(unit === null ? {} : { unit }),
    ...(data === null ? {} : { data }),
  }));
}

export async function listLines(
  runner: StatementRunner,
  job: string,
  after: number,
  limit: number,
): Promise<readonly JobLogLine[]> {
  const sql = `SELECT seq::double precision, unit, worker, at, level, message FROM helve.log
    WHERE job = ${JOB} AND seq > $2 ORDER BY seq LIMIT $3`;
  return runner.all<JobLogLine>(sql, [job, after, limit]);
}

export async function addLines(runner: StatementRunner, rows: readonly LogRow[]): Promise<void> {
  const sql = `INSERT INTO helve.log (job, unit, worker, at, level, message)
    SELECT job.no, line ->> 'unit', line ->> 'worker', helve.now_ms(), line ->> 'level', line ->> 'message'
    FROM json_array_elements($1) AS line JOIN helve.job ON job.id = line ->> 'job'`;
  await runner.run(sql, [JSON.stringify(rows)]);
}

export function listQueues(runner: StatementRunner): Promise<readonly UnitQueue[]> {
  return runner.all<UnitQueue>('SELECT name, build, needs::json FROM helve.queue');
}
