import type { JsonObject } from '@helve/core';
import type { Context } from 'hono';
import { toolsFor } from '../auth/tools-for.js';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { answerEnvelope, answerJson } from '../http/answer-envelope.js';
import { answerFeed } from '../http/answer-feed.js';
import { expectNothing } from '../http/expect-nothing.js';
import { readJsonBody } from '../http/read-json-body.js';
import type { DoorEnv, Route } from '../http/route.js';
import type { RunningCalls } from '../http/running-calls.js';
import type { FlowRun, FlowRuns } from '../port/flow-runs.js';

/** Flows: which there are, whether one is sound, and runs of them. None of it is there without somewhere to run them. */
export function flowRoutes(settings: GatewaySettings, calls: RunningCalls): readonly Route[] {
  const { flows, maxBodyBytes, tell } = settings;
  if (flows === undefined) return [];
  const granted = (method: Route['method'], path: string, tool: string, answer: Route['answer']): Route => ({
    method,
    path,
    access: 'flows',
    answer: async (context) => {
      await assertSeen(context, tool, settings);
      return answer(context);
    },
  });
  /** One's own runs need no scope. */
  const own = (method: Route['method'], path: string, answer: Route['answer']): Route => ({
    method,
    path,
    access: 'user',
    answer,
  });
  const bodyOf = async (context: Context<DoorEnv>) => (await readJsonBody(context.req.raw, maxBodyBytes)) as JsonObject;

  return [
    granted('GET', '/v1/flows', 'flow.run', async () => answerJson(JSON.stringify({ flows: await flows.list() }))),
    granted('POST', '/v1/flows/check', 'flow.check', async (context) => {
      const requestId = context.get('requestId');
      const response = await flows.check(await bodyOf(context), context.get('user'), requestId);
      return answerEnvelope(response, (thrown) => tell(thrown, { requestId }));
    }),
    own('GET', '/v1/runs', async (context) =>
      answerJson(JSON.stringify({ runs: await flows.runs(context.get('user')) })),
    ),
    granted('POST', '/v1/runs', 'flow.run', async (context) => {
      const run = await flows.run(await bodyOf(context), context.get('user'));
      return answerJson(JSON.stringify(run), 202, { location: `/v1/runs/${encodeURIComponent(run.id)}` });
    }),
    own('GET', '/v1/runs/:id', async (context) => answerJson(JSON.stringify(await runOf(context, flows)))),
    own('GET', '/v1/runs/:id/events', async (context) => {
      const { id } = await runOf(context, flows);
      return answerFeed(context, settings, calls, async ({ send }, signal, after) => {
        const options = after === undefined ? { signal } : { signal, after };
        for await (const event of (await flows.watch(id, context.get('user'), options)) ?? []) {
          await send(event.type, event, event.seq);
        }
      });
    }),
    own('POST', '/v1/runs/:id/cancel', async (context) => {
      await expectNothing(context.req.raw, maxBodyBytes);
      const { id } = await runOf(context, flows);
      return answerJson(JSON.stringify(await flows.cancel(id, context.get('user'))));
    }),
  ];
}

/** Whoever may not see the tool that does the work sees nothing of it here. */
async function assertSeen(context: Context<DoorEnv>, tool: string, settings: GatewaySettings): Promise<void> {
  const tools = await toolsFor(settings, context.get('user'), 'http');
  if (tools.get(tool) === undefined) throw gatewayErrors.create('GATEWAY_NOT_FOUND', { path: context.req.path });
}

async function runOf(context: Context<DoorEnv>, flows: FlowRuns): Promise<FlowRun> {
  const id = context.req.param('id') ?? '';
  const run = await flows.get(id, context.get('user'));
  if (run === undefined) throw gatewayErrors.create('GATEWAY_RUN_NOT_FOUND', { id });
  return run;
}
