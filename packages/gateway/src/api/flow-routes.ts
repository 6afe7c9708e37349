import type { JsonObject } from '@helve/core';
import { toolsFor } from '../auth/tools-for.js';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { toEnvelopeOutbound } from '../http/envelope-outbound.js';
import { toFeed } from '../http/feed.js';
import { toJsonOutbound } from '../http/outbound.js';
import { defineRoute, type BodyKind, type RequestContext, type Route } from '../http/route.js';
import type { RunningCalls } from '../http/running-calls.js';
import type { FlowRun, FlowRuns } from '../port/flow-runs.js';

/** Routes that list, check and run flows; none without somewhere to run them. One's own runs need no scope. */
export function flowRoutes(settings: GatewaySettings, calls: RunningCalls): readonly Route[] {
  const { flows, report } = settings;
  if (flows === undefined) return [];
  /** Opens a route to those who may see the tool that does its work. */
  const granted = <Kind extends BodyKind>(tool: string, route: Omit<Route<Kind>, 'access'>): Route =>
    defineRoute<Kind>({
      ...route,
      access: 'flows',
      answer: async (context) => {
        await assertSeen(context, tool, settings);
        return route.answer(context);
      },
    });

  return [
    granted('flow.run', {
      method: 'GET',
      path: '/v1/flows',
      answer: async () => toJsonOutbound(JSON.stringify({ flows: await flows.list() })),
    }),
    granted('flow.check', {
      method: 'POST',
      path: '/v1/flows/check',
      body: 'object',
      answer: async ({ request: { requestId }, user, body }) => {
        const response = await flows.check(body as JsonObject, user, requestId);
        return toEnvelopeOutbound(response, (thrown) => report(thrown, { requestId }));
      },
    }),
    granted('flow.run', {
      method: 'POST',
      path: '/v1/runs',
      body: 'object',
      answer: async ({ user, body }) => {
        const run = await flows.run(body as JsonObject, user);
        return toJsonOutbound(JSON.stringify(run), 202, { location: `/v1/runs/${encodeURIComponent(run.id)}` });
      },
    }),
    {
      method: 'GET',
      path: '/v1/runs',
      access: 'user',
      answer: async ({ user }) => toJsonOutbound(JSON.stringify({ runs: await flows.runs(user) })),
    },
    {
      method: 'GET',
      path: '/v1/runs/:id',
      access: 'user',
      answer: async (context) => toJsonOutbound(JSON.stringify(await findRun(context, flows))),
    },
    {
      method: 'GET',
      path: '/v1/runs/:id/events',
      access: 'user',
      answer: async (context) => {
        const { id } = await findRun(context, flows);
        return toFeed(context, settings, calls, async ({ send }, signal, after) => {
          const options = after === undefined ? { signal } : { signal, after };
          for await (const event of (await flows.watch(id, context.user, options)) ?? []) {
            await send(event.type, event, event.seq);
          }
        });
      },
    },
    defineRoute({
      method: 'POST',
      path: '/v1/runs/:id/cancel',
      access: 'user',
      body: 'empty',
      answer: async (context) => {
        const { id } = await findRun(context, flows);
        return toJsonOutbound(JSON.stringify(await flows.cancel(id, context.user)));
      },
    }),
  ];
}

/** Refuses whoever may not see the tool that does the work: to them the route does not exist. */
async function assertSeen({ request, user }: RequestContext, tool: string, settings: GatewaySettings): Promise<void> {
  const tools = await toolsFor(settings, user, 'http');
  if (tools.get(tool) === undefined) throw gatewayErrors.create('GATEWAY_NOT_FOUND', { path: request.path });
}

async function findRun({ params: { id = '' }, user }: RequestContext, flows: FlowRuns): Promise<FlowRun> {
  const run = await flows.get(id, user);
  if (run === undefined) throw gatewayErrors.create('GATEWAY_RUN_NOT_FOUND', { id });
  return run;
}
