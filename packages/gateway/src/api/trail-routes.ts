import { trailFor } from '../auth/trail-for.js';
import { answerJson } from '../http/answer-envelope.js';
import { answerFeed } from '../http/answer-feed.js';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { readJsonBody } from '../http/read-json-body.js';
import { readTrailQuery } from '../http/read-query.js';
import type { Route } from '../http/route.js';
import type { RunningCalls } from '../http/running-calls.js';
import { followTrail } from './follow-trail.js';

/** Reading and following one's own part of the trail or all of it, and checking it; none of it is there without one. */
export function trailRoutes(settings: GatewaySettings, calls: RunningCalls): readonly Route[] {
  const { trail, maxBodyBytes } = settings;
  if (trail === undefined) return [];
  return [
    {
      method: 'GET',
      path: '/v1/trail',
      access: 'user',
      answer: async (context) => {
        const { own, list } = trailFor(trail, context.get('user'), settings);
        const records = await list(readTrailQuery(context.req.url));
        return answerJson(JSON.stringify({ records, ...(own ? { own } : {}) }));
      },
    },
    {
      method: 'GET',
      path: '/v1/trail/live',
      access: 'user',
      answer: (context) => {
        const view = trailFor(trail, context.get('user'), settings);
        const { limit: _, ...filter } = readTrailQuery(context.req.url);
        return answerFeed(context, settings, calls, async ({ send }, signal, after) => {
          for await (const record of followTrail(view, filter, after, signal)) {
            await send('record', record, record.seq);
          }
        });
      },
    },
    {
      method: 'POST',
      path: '/v1/trail/verify',
      access: 'trail',
      answer: async ({ req }) => {
        const { head, ...rest } = await readJsonBody(req.raw, maxBodyBytes);
        if (Object.keys(rest).length > 0 || !(head === undefined || typeof head === 'string')) throw headInvalid();
        return answerJson(JSON.stringify(await trail.verify(head)));
      },
    },
    {
      method: 'GET',
      path: '/v1/trail/:requestId',
      access: 'user',
      answer: async (context) => {
        const request = context.req.param('requestId') ?? '';
        const record = await trailFor(trail, context.get('user'), settings).get(request);
        if (record === undefined) throw gatewayErrors.create('GATEWAY_RECORD_NOT_FOUND', { request });
        return answerJson(JSON.stringify(record));
      },
    },
  ];
}

function headInvalid(): Error {
  return gatewayErrors.create('GATEWAY_BODY_NOT_EXPECTED', { expected: '{} or { "head": "HASH" }' });
}
