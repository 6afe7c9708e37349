import type { Job, JobUnit } from '../contract/engine.js';
import type { JobEntry, UnitEntry, UnitQueue } from '../contract/journal-table.js';
import { flowErrors } from '../flow-errors.js';
import { unitQueue } from './unit-queue.js';

/** Inputs beyond this are kept beside the journal. */
export const MAX_INPUT_BYTES = 64 * 1024;
const jobId = /^[\w.~-]{1,128}$/;
const unitId = /^[\w.-]{1,128}$/;

/** A job as it enters the journal, with the queues of its units. Throws for a job that could never settle. */
export function toJobEntry(job: Job): { readonly entry: JobEntry; readonly queues: readonly UnitQueue[] } {
  if (!jobId.test(job.id)) throw refuse(`the id "${job.id}" has other characters than letters, digits and . ~ - _`);
  const { priority = 5 } = job;
  if (!Number.isInteger(priority) || priority < 0 || priority > 9) throw refuse('`priority` is not one of 0 to 9');
  const { units, queues } = toUnitEntries(job.units, job.build, job.needs);
  assertOrder(units);
  return { entry: { ...job, priority, units }, queues };
}

/** Units as they enter the journal. */
export function toUnitEntries(
  units: readonly JobUnit[],
  build: string,
  shared: readonly string[] = [],
): { readonly units: readonly UnitEntry[]; readonly queues: readonly UnitQueue[] } {
  const queues = new Map<string, UnitQueue>();
  const entries = units.map((unit): UnitEntry => {
    if (!unitId.test(unit.id))
      throw refuse(`the unit "${unit.id}" has other characters than letters, digits and . - _`);
    if (Buffer.byteLength(JSON.stringify(unit.input)) > MAX_INPUT_BYTES) {
      throw refuse(`the input of unit "${unit.id}" has more than ${MAX_INPUT_BYTES} bytes`);
    }
    const queue = unitQueue(build, [...shared, ...(unit.needs ?? [])]);
    queues.set(queue.name, queue);
    return { ...unit, needs: queue.needs, queue: queue.name };
  });
  return { units: entries, queues: [...queues.values()] };
}

/** Throws unless every unit is there once and can have its turn. */
function assertOrder(units: readonly JobUnit[]): void {
  const waiting = new Map(units.map(({ id, after = [] }) => [id, new Set(after)]));
  if (waiting.size < units.length) throw refuse('two units have the same id');
  const following = new Map<string, string[]>();
  for (const { id, after = [] } of units) {
    for (const before of after) {
      if (!waiting.has(before)) throw refuse(`unit "${id}" comes after "${before}", which is not there`);
      const ids = following.get(before);
      if (ids === undefined) following.set(before, [id]);
      else ids.push(id);
    }
  }
  const free = units.filter(({ after = [] }) => after.length === 0).map(({ id }) => id);
  for (let next = free.pop(); next !== undefined; next = free.pop()) {
    waiting.delete(next);
    for (const id of following.get(next) ?? []) {
      const left = waiting.get(id);
      left?.delete(next);
      if (left?.size === 0) free.push(id);
    }
  }
  const [stuck] = waiting.keys();
  if (stuck !== undefined) throw refuse(`unit "${stuck}" waits for itself`);
}

function refuse(problem: string): Error {
  return flowErrors.create('FLOW_OPTION_INVALID', { action: 'submit the job', problem });
}
