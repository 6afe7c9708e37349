import type { JsonObject } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { toJsonOutbound, type Outbound } from '../http/outbound.js';
import { toPortProblem } from '../http/problem.js';
import { defineRoute, type Route } from '../http/route.js';

/** Routes for the health, configuration and environment of workers; none without a host of workers. */
export function workerRoutes({ workers }: GatewaySettings): readonly Route[] {
  if (workers === undefined) return [];
  const get = (path: string, find: (id: string) => Promise<unknown>): Route => ({
    method: 'GET',
    path,
    access: 'workers',
    answer: ({ params: { id = '' } }) => answerFound(id, find(id)),
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
  ];
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
