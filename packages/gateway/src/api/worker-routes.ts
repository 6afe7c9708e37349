import { isToolError, type JsonObject } from '@helve/core';
import type { Context } from 'hono';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { answerJson } from '../http/answer-envelope.js';
import { toProblem } from '../http/problem.js';
import { readJsonBody } from '../http/read-json-body.js';
import type { DoorEnv, Route } from '../http/route.js';

/** Workers: health, configuration, environment. None of it is there without a host of workers. */
export function workerRoutes({ workers, maxBodyBytes }: GatewaySettings): readonly Route[] {
  if (workers === undefined) return [];
  const route = (
    method: Route['method'],
    path: string,
    answer: (context: Context<DoorEnv>) => Promise<unknown>,
  ): Route => ({
    method,
    path,
    access: 'workers',
    answer: async (context) => {
      const found = await answer(context).catch(refusalOf);
      if (found instanceof Response) return found;
      if (found === undefined) throw gatewayErrors.create('GATEWAY_WORKER_NOT_FOUND', { id: idOf(context) });
      return answerJson(JSON.stringify(found));
    },
  });
  return [
    route('GET', '/v1/workers', async () => ({ workers: await workers.list() })),
    route('GET', '/v1/workers/:id', async (context) => workers.get(idOf(context))),
    route('GET', '/v1/workers/:id/config', async (context) => workers.config(idOf(context))),
    route('POST', '/v1/workers/:id/config', async (context) => {
      const patch = (await readJsonBody(context.req.raw, maxBodyBytes)) as JsonObject;
      return workers.configure(idOf(context), patch);
    }),
    route('GET', '/v1/workers/:id/env', async (context) => workers.env(idOf(context))),
  ];
}

function idOf({ req }: Context<DoorEnv>): string {
  return req.param('id') ?? '';
}

/** What a worker refuses is for whoever asked; any other failure stays inside. */
function refusalOf(thrown: unknown): Response {
  if (isToolError(thrown)) return toProblem(thrown);
  throw thrown;
}
