import type { JobState, JobUnitState } from '@helve/flow/engine';
import type { Connection } from '../connection.js';

/** Columns by which changes of a job go. */
export interface JobRow {
  readonly no: number;
  readonly id: string;
  readonly state: JobState;
  readonly keepGoing: number;
  readonly build: string;
  readonly priority: number;
}

/** Columns by which changes of a unit go. */
export interface UnitRow {
  readonly job: number;
  readonly no: number;
  readonly id: string;
  readonly state: JobUnitState;
  readonly delivery: number;
  readonly attempt: number;
  readonly losses: number;
  readonly token: string | null;
  readonly worker: string | null;
}

export const JOB_COLUMNS = 'no, id, state, keep_going AS keepGoing, build, priority';
export const UNIT_COLUMNS = 'job, no, id, state, delivery, attempt, losses, token, worker';

export const OVER = `('done', 'failed', 'dead', 'cancelled')`;

export function findJob(connection: Connection, id: string): JobRow | undefined {
  return connection.first<JobRow>(`SELECT ${JOB_COLUMNS} FROM job WHERE id = ?`, [id]);
}

export function findUnit(connection: Connection, { no }: JobRow, id: string): UnitRow | undefined {
  return connection.first<UnitRow>(`SELECT ${UNIT_COLUMNS} FROM unit WHERE job = ? AND id = ?`, [no, id]);
}

/** True while a job has not settled. */
export function isOpen({ state }: JobRow): boolean {
  return state === 'running' || state === 'paused';
}

/** Reads a value that was written as JSON. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- only the caller knows what was written
export function fromJson<Value>(text: string): Value {
  return JSON.parse(text) as Value;
}
