import { ownerOf, isWithinTenant, type Json, type JsonObject, type ToolResponse } from '@helve/core';
import type { JobDetail, JobView, UnitView } from '@helve/flow/engine';
import type { HandedCall, JobDetails, JobEvent, JobResult, JobRow, Jobs, JobUnitRow, JobViewer } from '@helve/gateway';
import { randomUUID } from 'node:crypto';
import { fromJson, isResponse, storedCall, unknownMeta } from '../job/call-unit.js';
import { filesJob, isInner } from '../job/flow-unit.js';
import { fromUserData } from '../job/job-user.js';
import type { ProjectJobs } from '../job/open-jobs.js';
import { storedRun } from '../job/run-job.js';

/** The jobs of a project as a gateway shows them to those who may see them. */
export function createJobs(jobs: ProjectJobs): Jobs {
  const find = async (id: string, viewer: JobViewer) => {
    const { engine } = await jobs.open();
    const job = await engine.get(id);
    return job !== undefined && isSeen(job, viewer) ? { engine, job } : undefined;
  };
  const rowOf = async (id: string): Promise<JobRow> => {
    const { engine } = await jobs.open();
    const job = await engine.get(id);
    if (job === undefined) throw new TypeError(`Cannot show the job "${id}": it is gone`);
    return toRow(job, job);
  };
  return {
    handOver: (call): HandedCall => {
      const requestId = `job_${randomUUID()}`;
      const { tool, user, sessionId, idempotencyKey } = call;
      const input = toInput(call.rawInput);
      jobs.handed.set(requestId, { tool, user, door: call.call?.door ?? '', sessionId, idempotencyKey, input });
      // The key is the job's: the call that is handed over must not take it.
      const handed = { ...call, requestId, idempotencyKey: undefined };
      return { call: handed, done: () => void jobs.handed.delete(requestId) };
    },
    adopt: ({ tool, user, sessionId, call, rawInput }) =>
      jobs.adopt({ tool, user, door: call?.door ?? '', sessionId }, toInput(rawInput)),
    submitCalls: async ({ tool, inputs }, user) => rowOf(await jobs.submitCalls({ tool, user, door: 'http' }, inputs)),
    submitFlow: async (request, user) => rowOf(await jobs.submitFlow(request, user, 'http')),
    async list(viewer, { limit = 100, ...query }) {
      const { engine } = await jobs.open();
      const own = viewer.ofOthers ? {} : { userId: ownerOf(viewer.user) };
      const found = await engine.list({ ...query, ...own, limit });
      const seen = found.filter((job) => !isInner(job.id) && isSeen(job, viewer));
      return Promise.all(seen.map(async (job) => toRow(job, await engine.get(job.id))));
    },
    async get(id, viewer) {
      const found = await find(id, viewer);
      if (found === undefined) return undefined;
      const inner = found.job.kind === 'flow' ? await found.engine.units(filesJob(id)) : [];
      const units = inner.length > 0 ? inner : await found.engine.units(id);
      return { ...toRow(found.job, found.job), unitRows: units.map(toUnitRow) } satisfies JobDetails;
    },
    async result(id, viewer) {
      const found = await find(id, viewer);
      if (found === undefined || isOpen(found.job)) return undefined;
      return toResult(found.job, await found.engine.units(id));
    },
    async events(id, viewer, { signal, after = 0 }) {
      const found = await find(id, viewer);
      return found === undefined ? undefined : toEvents(found.engine.events(id, after, signal));
    },
    async change(id, viewer, change) {
      const found = await find(id, viewer);
      if (found === undefined) return undefined;
      const { engine } = found;
      if (change === 'pause') await engine.pause(id, { now: found.job.kind === 'flow' });
      else await engine[change](id);
      const inner = filesJob(id);
      if (change === 'cancel' && (await engine.get(inner)) !== undefined) await engine.cancel(inner);
      if (change === 'retry' && (await engine.get(inner)) !== undefined) await engine.retry(inner);
      return rowOf(id);
    },
  };
}

function toInput(rawInput: unknown): Json {
  // What came through a door is JSON.
  return JSON.parse(JSON.stringify(rawInput ?? {})) as Json;
}

/** One's own, and those of others in one's tenant where that is allowed. */
function isSeen({ userId }: JobView, { user, ofOthers }: JobViewer): boolean {
  return userId === ownerOf(user) || (ofOthers && isWithinTenant(userId, user));
}

function isOpen({ state }: JobView): boolean {
  return state === 'running' || state === 'paused';
}

function toRow({ id, kind, state, userId, submittedAt, settledAt, counts }: JobView, detail?: JobDetail): JobRow {
  const { done, failed, dead, cancelled } = counts;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    id,
    kind,
    state,
    name: nameOf(detail),
    userId: fromUserData(detail?.data?.['user'])?.id ?? userId,
    submittedAt: new Date(submittedAt).toISOString(),
    ...(settledAt === undefined ? {} : { settledAt: new Date(settledAt).toISOString() }),
    units: { done, failed: failed + dead, open: all - done - failed - dead - cancelled },
  };
}

function nameOf(job: JobDetail | undefined): string {
  const flow = job?.data?.['flow'];
  if (typeof flow === 'string') return flow;
  const run = job === undefined ? undefined : storedRun(job);
  if (run !== undefined) return typeof run.request.flow === 'string' ? run.request.flow : 'a flow of its own';
  return (job === undefined ? undefined : storedCall(job))?.tool ?? '';
}

function toUnitRow({ id, state, attempt, error }: UnitView): JobUnitRow {
  const problem = error?.['message'] ?? error?.['reason'];
  return { id, state, attempt, ...(typeof problem === 'string' ? { problem } : {}) };
}

function toResult(job: JobDetail, units: readonly UnitView[]): JobResult {
  const tool = storedCall(job)?.tool ?? '';
  if (job.kind !== 'calls') return { kind: 'call', response: toResponse(units[0], tool) };
  const responses = units.flatMap((unit): readonly ToolResponse[] => {
    if (Array.isArray(unit.output)) return unit.output.map((one) => fromJson(one, tool));
    const inputs = Array.isArray(unit.input) ? unit.input : [null];
    return inputs.map(() => toResponse(unit, tool));
  });
  return { kind: 'calls', responses };
}

/** The envelope of a unit; of one that was given up or called off, one that says so. */
function toResponse(unit: UnitView | undefined, tool: string): ToolResponse {
  if (unit?.state === 'done') return fromJson(unit.output, tool);
  const answer = unit?.error?.['answer'];
  if (isResponse(answer)) return answer;
  const isCancelled = unit?.state === 'cancelled';
  const error = {
    type: isCancelled ? ('CANCELLED' as const) : ('INTERNAL' as const),
    message: isCancelled ? 'The call was cancelled' : `Cannot finish the call: ${whyDead(unit?.error)}`,
    retryable: false,
    partialSideEffects: unit?.error?.['outcomeUnknown'] === true,
  };
  return { ok: false, error, intents: [], meta: unknownMeta(tool) };
}

function whyDead(error: JsonObject | undefined): string {
  if (error?.['outcomeUnknown'] === true) return 'its process ended, and nobody knows whether it has happened';
  if (error?.['reason'] === 'poisoned') return 'its process ended three times in a row';
  return typeof error?.['message'] === 'string' ? error['message'] : 'it was given up';
}

async function* toEvents(
  events: AsyncIterable<{ seq: number; kind: string; at: number; unit?: string; data?: JsonObject }>,
): AsyncGenerator<JobEvent> {
  for await (const { seq, kind, at, unit, data } of events) {
    yield {
      seq,
      kind,
      at: new Date(at).toISOString(),
      ...(unit === undefined ? {} : { unit }),
      ...(data === undefined ? {} : { data }),
    };
  }
}
