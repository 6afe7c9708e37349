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
import type { Connection, SqlValue } from '../connection.js';
import { fromJson } from './unit-row.js';

interface ViewRow {
  readonly no: number;
  readonly id: string;
  readonly kind: JobKind;
  readonly state: JobState;
  readonly tenant: string;
  readonly userId: string;
  readonly build: string;
  readonly priority: number;
  readonly submittedAt: number;
  readonly settledAt: number | null;
  readonly summary: string | null;
  readonly units: number;
}

interface DetailRow extends ViewRow {
  readonly keepGoing: number;
  readonly plan: string | null;
  readonly data: string | null;
  readonly traceparent: string | null;
}

const VIEW = `no, id, kind, state, tenant, user_id AS userId, build, priority, submitted_at AS submittedAt,
  settled_at AS settledAt, summary, units`;

export function readJob(connection: Connection, id: string): JobDetail | undefined {
  const sql = `SELECT ${VIEW}, keep_going AS keepGoing, plan, data, traceparent FROM job WHERE id = ?`;
  const row = connection.first<DetailRow>(sql, [id]);
  if (row === undefined) return undefined;
  const { plan, data, traceparent } = row;
  return {
    ...toView(connection, row),
    keepGoing: row.keepGoing === 1,
    ...(plan === null ? {} : { plan: fromJson<FlowPlan>(plan) }),
    ...(data === null ? {} : { data: fromJson<JsonObject>(data) }),
    ...(traceparent === null ? {} : { traceparent }),
  };
}

export function listJobs(connection: Connection, filter: JobFilter): readonly JobView[] {
  const { states, kind, tenant, userId, limit = 100 } = filter;
  const conditions: (readonly [string, SqlValue[]])[] = [];
  if (states !== undefined) conditions.push([`state IN (${states.map(() => '?').join(', ')})`, [...states]]);
  if (kind !== undefined) conditions.push(['kind = ?', [kind]]);
  if (tenant !== undefined) conditions.push(['tenant = ?', [tenant]]);
  if (userId !== undefined) conditions.push(['user_id = ?', [userId]]);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`;
  const values = conditions.flatMap(([, own]) => own);
  const rows = connection.all<ViewRow>(`SELECT ${VIEW} FROM job ${where} ORDER BY no DESC LIMIT ?`, [...values, limit]);
  return rows.map((row) => toView(connection, row));
}

function toView(connection: Connection, row: ViewRow): JobView {
  const { id, kind, state, tenant, userId, build, priority, submittedAt, settledAt } = row;
  const counts = { ...noUnits, ...countUnits(connection, row) };
  const settled = settledAt === null ? {} : { settledAt };
  return { id, kind, state, tenant, userId, build, priority, submittedAt, ...settled, counts };
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

/** Counts the units of a job by their state; of one whose rows were dropped, by its summary. */
function countUnits(connection: Connection, { no, summary, units }: ViewRow): Record<string, number> {
  if (units === 0) return summary === null ? {} : fromJson(summary);
  const sql = 'SELECT state, count(*) AS count FROM unit WHERE job = ? GROUP BY state';
  const rows = connection.all<{ state: string; count: number }>(sql, [no]);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

interface UnitViewRow {
  readonly id: string;
  readonly input: string;
  readonly state: JobUnitState;
  readonly attempt: number;
  readonly needs: string;
  readonly after: string;
  readonly worker: string | null;
  readonly error: string | null;
  readonly output: string | null;
  readonly signal: string | null;
  readonly notBefore: number;
}

export function listUnits(connection: Connection, job: string): readonly UnitView[] {
  const sql = `SELECT unit.id, input, unit.state, attempt, needs, after, worker, error, output, signal, not_before AS notBefore
    FROM unit JOIN job ON job.no = unit.job WHERE job.id = ? ORDER BY unit.no`;
  return connection.all<UnitViewRow>(sql, [job]).map((row) => ({
    id: row.id,
    input: fromJson<Json>(row.input),
    state: row.state,
    attempt: row.attempt,
    needs: fromJson<string[]>(row.needs),
    after: fromJson<string[]>(row.after),
    ...(row.worker === null ? {} : { worker: row.worker }),
    ...(row.error === null ? {} : { error: fromJson<JsonObject>(row.error) }),
    ...(row.output === null ? {} : { output: fromJson<Json>(row.output) }),
    ...(row.signal === null ? {} : { signal: row.signal }),
    ...(row.notBefore === 0 ? {} : { notBefore: row.notBefore }),
  }));
}

export function listFiles(connection: Connection, job: string): readonly JobFile[] {
  const sql = `SELECT path, blob, bytes, unit FROM output WHERE job = (SELECT no FROM job WHERE id = ?) ORDER BY path`;
  return connection.all<JobFile>(sql, [job]).map(({ path, blob, bytes, unit }) => ({ path, blob, bytes, unit }));
}

interface EventRow {
  readonly seq: number;
  readonly kind: EngineEventKind;
  readonly at: number;
  readonly unit: string | null;
  readonly data: string | null;
}

export function listEvents(connection: Connection, job: string, after: number, limit: number): readonly EngineEvent[] {
  const sql = `SELECT seq, kind, at, unit, data FROM event
    WHERE job = (SELECT no FROM job WHERE id = ?) AND seq > ? ORDER BY seq LIMIT ?`;
  return connection.all<EventRow>(sql, [job, after, limit]).map(({ seq, kind, at, unit, data }) => ({
    seq,
    job,
    kind,
    at,
    ...(unit === null ? {} : { unit }),
    ...(data === null ? {} : { data: fromJson<JsonObject>(data) }),
  }));
}

export function listLines(connection: Connection, job: string, after: number, limit: number): readonly JobLogLine[] {
  const sql = `SELECT seq, unit, worker, at, level, message FROM log
    WHERE job = (SELECT no FROM job WHERE id = ?) AND seq > ? ORDER BY seq LIMIT ?`;
  return connection.all<JobLogLine>(sql, [job, after, limit]).map((row) => ({ ...row }));
}

export function addLine(connection: Connection, { job, unit, worker, level, message }: LogRow, at: number): void {
  const sql = `INSERT INTO log (job, unit, worker, at, level, message) SELECT no, ?, ?, ?, ?, ? FROM job WHERE id = ?`;
  connection.run(sql, [unit, worker, at, level, message, job]);
}

export function listQueues(connection: Connection): readonly UnitQueue[] {
  const rows = connection.all<{ name: string; build: string; needs: string }>('SELECT name, build, needs FROM queue');
  return rows.map(({ name, build, needs }) => ({ name, build, needs: fromJson<string[]>(needs) }));
}
