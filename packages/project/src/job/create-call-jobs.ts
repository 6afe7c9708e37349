import { randomUUID } from 'node:crypto';
import type { CallJobs, HandedCallFacts, Json, ToolResponse } from '@helve/core';
import { projectErrors } from '../project-errors.js';
import { unknownMeta, type StoredCall } from './call-unit.js';
import { jobResult } from './job-result.js';
import type { ProjectJobs } from './open-jobs.js';

/** Jobs of calls, for callers in this process. */
export function createCallJobs({ handed, open, adopt }: Pick<ProjectJobs, 'handed' | 'open' | 'adopt'>): CallJobs {
  return {
    async submit(facts, make) {
      const requestId = `job_${randomUUID()}`;
      handed.set(requestId, { ...toStored(facts), input: toInput(facts.rawInput) });
      // The key is the job's: the call that is handed over must not take it.
      const response = await make({ ...facts, requestId, idempotencyKey: undefined }).finally(() =>
        handed.delete(requestId),
      );
      return isJob(response) ? response : asRefusal(response);
    },
    async adopt(facts, response) {
      const adopted = await adopt(toStored(facts), toInput(facts.rawInput));
      void response.then((ended) => adopted.settle(ended));
      return { ok: true, data: { job: adopted.id, state: 'running' }, intents: [], meta: unknownMeta(facts.tool) };
    },
    job: (id) => ({
      id,
      async result(signal) {
        const { engine } = await open();
        const events = engine.events(id, 0, signal)[Symbol.asyncIterator]();
        while ((await events.next()).done !== true);
        signal?.throwIfAborted();
        const job = await engine.get(id);
        if (job === undefined) throw projectErrors.create('PROJECT_JOB_UNKNOWN', { job: id });
        const result = jobResult(job, await engine.units(id));
        if (result.kind === 'call') return result.response;
        const meta = unknownMeta('calls');
        return { ok: true, data: result.responses, intents: [], meta };
      },
      cancel: async () => (await open()).engine.cancel(id),
    }),
  };
}

function toStored({ tool, user, call, sessionId, idempotencyKey }: HandedCallFacts): StoredCall {
  return { tool, user: user ?? { id: 'anonymous' }, door: call?.door ?? 'code', sessionId, idempotencyKey };
}

function toInput(rawInput: unknown): Json {
  // Input that goes to another process is JSON.
  return JSON.parse(JSON.stringify(rawInput ?? {})) as Json;
}

type JobResponse = Awaited<ReturnType<CallJobs['submit']>>;

function isJob(response: ToolResponse): response is JobResponse {
  return response.ok && typeof response.data === 'object' && response.data !== null && 'job' in response.data;
}

/** A rule that has answered in the place of the tool leaves no job. */
function asRefusal(response: ToolResponse): JobResponse {
  return response.ok ? { ...response, data: null } : response;
}
