import type { JsonObject } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { toJsonOutbound, type Outbound } from '../http/outbound.js';
import { toPortProblem } from '../http/problem.js';
import { readLogQuery } from '../http/read-query.js';
import { defineRoute, type Route } from '../http/route.js';

const usualLines = 100;

/** Routes for the health, configuration and environment of workers; none without a host of workers. */
export function workerRoutes({ workers }: GatewaySettings): readonly Route[] {
  if (workers === undefined) return [];
  const get = (path: string, find: (id: string) => Promise<unknown>): Route => ({
    method: 'GET',
    path,
    access: 'workers',
    answer: ({ params: { id = '' } }) => answerFound(id, find(id)),
  });
  const post = (path: string, work: (params: WorkerParams) => Promise<unknown>): Route => ({
    method: 'POST',
    path,
    access: 'workers',
    body: 'empty',
    answer: ({ params: { id = '', job = '' } }) =>
      answerFound(job === '' ? id : job, (async () => work({ id, job }))()),
  });
  return [
    get('/v1/workers', async () => ({ workers: await workers.list() })),
    get('/v1/workers/:id', async (id) => workers.get(id)),
    get('/v1/workers/:id/config', async (id) => workers.config(id)),
    defineRoute({
      method: 'POST',
      path: '/v1/workers/:id/config',
      access: 'workers',
      body: 'object',
      // It was JSON a moment ago.
      answer: ({ params: { id = '' }, body }) =>
        answerFound(id, (async () => workers.configure(id, body as JsonObject))()),
    }),
    get('/v1/workers/:id/env', async (id) => workers.env(id)),
    get('/v1/workers/:id/jobs', async (id) => wrapped('jobs', await workers.jobs(id))),
    {
      method: 'GET',
      path: '/v1/workers/:id/logs',
      // What a worker says may hold what others sent to it.
      access: 'trail',
      answer: ({ params: { id = '' }, request }) => {
        const { limit = usualLines, level } = readLogQuery(request);
        return answerFound(id, (async () => wrapped('lines', await workers.logs(id, { limit, level })))());
      },
    },
    post('/v1/workers/:id/reload', ({ id }) => workers.reload(id)),
    post('/v1/workers/:id/enable', ({ id }) => workers.enable(id, true)),
    post('/v1/workers/:id/disable', ({ id }) => workers.enable(id, false)),
    post('/v1/workers/:id/jobs/:job/cancel', ({ id, job }) => workers.cancel(id, job)),
  ];
}

interface WorkerParams {
  readonly id: string;
  readonly job: string;
}

function wrapped(name: string, list: readonly unknown[] | undefined) {
  return list && { [name]: list };
}

/** Answers with what was found; a worker's own refusal is for whoever asked. */
async function answerFound(id: string, finding: Promise<unknown>): Promise<Outbound> {
  try {
    const found = await finding;
    if (found !== undefined) return toJsonOutbound(JSON.stringify(found));
  } catch (thrown) {
    return toPortProblem(thrown);
  }
  throw gatewayErrors.create('GATEWAY_WORKER_NOT_FOUND', { id });
}
