import type { StoredCallRecord } from '@helve/core';
import { trailFor } from '../auth/trail-for.js';
import { toFeed } from '../http/feed.js';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { toJsonOutbound } from '../http/outbound.js';
import { readTrailQuery } from '../http/read-query.js';
import { defineRoute, type Route } from '../http/route.js';
import type { RunningCalls } from '../http/running-calls.js';
import { followTrail } from './follow-trail.js';

/** Routes that read, follow and verify the trail, or one's own part of it; none without a trail. */
export function trailRoutes(settings: GatewaySettings, calls: RunningCalls): readonly Route[] {
  const { trail } = settings;
  if (trail === undefined) return [];
  return [
    {
      method: 'GET',
      path: '/v1/trail',
      access: 'user',
      answer: async (context) => {
        const { own, list } = trailFor(trail, context.user, settings);
        const filter = readTrailQuery(context.request);
        const records = await list(filter);
        const next = await nextOf(records, (beforeSeq) => list({ ...filter, beforeSeq, limit: 1 }));
        return toJsonOutbound(JSON.stringify({ records, ...next, ...(own ? { own } : {}) }));
      },
    },
    {
      method: 'GET',
      path: '/v1/trail/live',
      access: 'user',
      answer: (context) => {
        const view = trailFor(trail, context.user, settings);
        const { limit: _, ...filter } = readTrailQuery(context.request);
        return toFeed(context, settings, calls, async ({ send }, signal, after) => {
          for await (const record of followTrail(view, filter, after, signal)) {
            await send('record', record, record.seq);
          }
        });
      },
    },
    defineRoute({
      method: 'POST',
      path: '/v1/trail/verify',
      access: 'trail',
      body: 'object',
      answer: async ({ body: { head, ...rest } }) => {
        if (Object.keys(rest).length > 0 || !(head === undefined || typeof head === 'string')) throw headInvalid();
        return toJsonOutbound(JSON.stringify(await trail.verify(head)));
      },
    }),
    {
      method: 'GET',
      path: '/v1/trail/:requestId',
      access: 'user',
      answer: async (context) => {
        const { requestId: request = '' } = context.params;
        const record = await trailFor(trail, context.user, settings).get(request);
        if (record === undefined) throw gatewayErrors.create('GATEWAY_RECORD_NOT_FOUND', { request });
        return toJsonOutbound(JSON.stringify(record));
      },
    },
  ];
}

/** Finds the `before` of the next list; a list of large records ends before its limit. */
async function nextOf(
  records: readonly StoredCallRecord[],
  olderThan: (seq: number) => Promise<readonly unknown[]>,
): Promise<{ readonly next?: number }> {
  const last = records.at(-1)?.seq;
  return last === undefined || (await olderThan(last)).length === 0 ? {} : { next: last };
}

function headInvalid(): Error {
  return gatewayErrors.create('GATEWAY_BODY_NOT_EXPECTED', { expected: '{} or { "head": "HASH" }' });
}
