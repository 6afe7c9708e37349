import { toJsonResponse, type Json, type JsonObject } from '@helve/core';
import { hasAccess } from '../auth/access.js';
import { toolsFor } from '../auth/tools-for.js';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { toEnvelopeOutbound } from '../http/envelope-outbound.js';
import { toFeed } from '../http/feed.js';
import { toJsonOutbound, type Outbound } from '../http/outbound.js';
import { readJobQuery } from '../http/read-query.js';
import { defineRoute, type RequestContext, type Route } from '../http/route.js';
import type { RunningCalls } from '../http/running-calls.js';
import { jobChanges, type JobChange, type JobDetails, type JobRow, type Jobs, type JobViewer } from '../port/jobs.js';

/** Routes of work that outlives its request; one's own needs no scope, that of others `helve:jobs`. */
export function jobRoutes(settings: GatewaySettings, calls: RunningCalls): readonly Route[] {
  const { jobs } = settings;
  if (jobs === undefined) return [];
  const look = (user: RequestContext['user']) => viewerOf(user, settings, 'look');
  return [
    {
      method: 'GET',
      path: '/v1/jobs',
      access: 'user',
      answer: async ({ user, request }) => {
        const found = await jobs.list(look(user), readJobQuery(request));
        return toJsonOutbound(JSON.stringify({ jobs: found }));
      },
    },
    defineRoute({
      method: 'POST',
      path: '/v1/jobs',
      access: 'user',
      body: 'object',
      answer: async (context) => toAccepted(await submit(context, jobs, settings)),
    }),
    {
      method: 'GET',
      path: '/v1/jobs/:id',
      access: 'user',
      answer: async (context) => toJsonOutbound(JSON.stringify(await findJob(context, jobs, look(context.user)))),
    },
    {
      method: 'GET',
      path: '/v1/jobs/:id/result',
      access: 'user',
      answer: async (context) => {
        // It holds content: to look at lists is not enough.
        const viewer = viewerOf(context.user, settings, 'act');
        return resultOf(await findJob(context, jobs, viewer), jobs, viewer, context, settings);
      },
    },
    {
      method: 'GET',
      path: '/v1/jobs/:id/events',
      access: 'user',
      answer: async (context) => {
        const { id } = await findJob(context, jobs, look(context.user));
        return toFeed(context, settings, calls, async ({ send }, signal, after) => {
          const options = after === undefined ? { signal } : { signal, after };
          for await (const event of (await jobs.events(id, look(context.user), options)) ?? []) {
            await send(event.kind, event, event.seq);
          }
        });
      },
    },
    ...jobChanges.map((change) => changeRoute(change, jobs, settings)),
  ];
}

function changeRoute(change: JobChange, jobs: Jobs, settings: GatewaySettings): Route {
  return defineRoute({
    method: 'POST',
    path: `/v1/jobs/:id/${change}`,
    access: 'user',
    body: 'empty',
    answer: async (context) => {
      const viewer = viewerOf(context.user, settings, 'act');
      const { id, kind } = await findJob(context, jobs, viewer);
      if (kind === 'flow' && (change === 'resume' || change === 'retry')) {
        assertTool((await toolsFor(settings, context.user, 'http')).get('flow.run'), 'flow.run');
      }
      return toJsonOutbound(JSON.stringify(await jobs.change(id, viewer, change)));
    },
  });
}

/** Says whose jobs a user sees, or may change. */
function viewerOf(user: JobViewer['user'], settings: GatewaySettings, deed: 'look' | 'act'): JobViewer {
  return { user, ofOthers: hasAccess(user, 'jobs', settings, deed) };
}

async function submit(
  { user, body }: RequestContext<Record<string, unknown>>,
  jobs: Jobs,
  settings: GatewaySettings,
): Promise<JobRow> {
  const { kind, tool, inputs, request } = body;
  const view = await toolsFor(settings, user, 'http');
  if (kind === 'calls' && typeof tool === 'string' && Array.isArray(inputs) && inputs.length > 0) {
    assertTool(view.get(tool), tool);
    return jobs.submitCalls({ tool, inputs: inputs as readonly Json[] }, user);
  }
  if (kind === 'flow' && typeof request === 'object' && request !== null && !Array.isArray(request)) {
    assertTool(view.get('flow.run'), 'flow.run');
    return jobs.submitFlow(request as JsonObject, user);
  }
  const problem = 'expected { "kind": "calls", "tool", "inputs": […] } or { "kind": "flow", "request": {…} }';
  throw gatewayErrors.create('GATEWAY_JOB_INVALID', { problem });
}

/** Refuses whoever may not see the tool: to them it does not exist. */
function assertTool(tool: unknown, name: string): void {
  if (tool === undefined) throw gatewayErrors.create('GATEWAY_TOOL_NOT_FOUND', { tool: name });
}

async function findJob({ params: { id = '' } }: RequestContext, jobs: Jobs, viewer: JobViewer): Promise<JobDetails> {
  const job = await jobs.get(id, viewer);
  if (job === undefined) throw gatewayErrors.create('GATEWAY_JOB_NOT_FOUND', { id });
  return job;
}

/** Answers with the envelope of a call, or with those of many as lines. */
async function resultOf(
  { id, state }: JobRow,
  jobs: Jobs,
  viewer: JobViewer,
  { request: { requestId } }: RequestContext,
  { report }: GatewaySettings,
): Promise<Outbound> {
  const result = await jobs.result(id, viewer);
  if (result === undefined) throw gatewayErrors.create('GATEWAY_JOB_OPEN', { id, state });
  if (result.kind === 'call') return toEnvelopeOutbound(result.response, (thrown) => report(thrown, { requestId }));
  const lines = result.responses.map((response) => `${JSON.stringify(toJsonResponse(response))}\n`);
  const headers = { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' };
  return { status: 200, headers, body: lines.join('') };
}

/** Says that a job was taken, and where it is. */
export function toAccepted(job: Pick<JobRow, 'id' | 'state'>): Outbound {
  const headers = { location: `/v1/jobs/${encodeURIComponent(job.id)}`, 'preference-applied': 'respond-async' };
  return toJsonOutbound(JSON.stringify(job), 202, headers);
}
