import { ownerOf, isWithinTenant, type Json, type JsonObject } from '@helve/core';
import type { JobDetail, JobView, UnitView } from '@helve/flow/engine';
import type { HandedCall, JobDetails, JobEvent, JobRow, Jobs, JobUnitRow, JobViewer } from '@helve/gateway';
import { randomUUID } from 'node:crypto';
import { storedCall } from '../job/call-unit.js';
import { filesJob, isInner } from '../job/flow-unit.js';
import { jobResult } from '../job/job-result.js';
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
      return jobResult(found.job, await found.engine.units(id));
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
  // Input that came through a door is JSON.
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
