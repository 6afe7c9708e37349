import type { Context } from 'hono';
import { answerEnvelope, answerJson } from '../http/answer-envelope.js';
import { answerFeed } from '../http/answer-feed.js';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import type { Approval, Approvals } from '../port/approvals.js';
import { expectNothing } from '../http/expect-nothing.js';
import type { DoorEnv, Route } from '../http/route.js';
import type { RunningCalls } from '../http/running-calls.js';
import { followApprovals } from './follow-approvals.js';

/** Seeing and answering what waits for a person; none of it is there without somewhere to answer. */
export function approvalRoutes(settings: GatewaySettings, calls: RunningCalls): readonly Route[] {
  const { approvals } = settings;
  if (approvals === undefined) return [];
  return [
    {
      method: 'GET',
      path: '/v1/approvals',
      access: 'approvals',
      answer: async () => answerJson(JSON.stringify({ approvals: await approvals.list() })),
    },
    {
      method: 'GET',
      path: '/v1/approvals/live',
      access: 'approvals',
      answer: (context) =>
        answerFeed(context, settings, calls, async ({ send }, signal) => {
          for await (const waiting of followApprovals(approvals, signal))
            await send('approvals', { approvals: waiting });
        }),
    },
    {
      method: 'POST',
      path: '/v1/approvals/:id/approve',
      access: 'approvals',
      answer: async (context) => {
        const approval = await decide(context, 'yes', settings, approvals);
        if (approval.kind !== 'confirmation') return answerJson(JSON.stringify({ approved: approval }));
        return resume(context, approval, settings, approvals, calls);
      },
    },
    {
      method: 'POST',
      path: '/v1/approvals/:id/reject',
      access: 'approvals',
      answer: async (context) =>
        answerJson(JSON.stringify({ rejected: await decide(context, 'no', settings, approvals) })),
    },
  ];
}

/** Who answers is whom the host takes the sender for; the body says nothing. */
async function decide(
  context: Context<DoorEnv>,
  decision: 'yes' | 'no',
  settings: GatewaySettings,
  approvals: Approvals,
): Promise<Approval> {
  await expectNothing(context.req.raw, settings.maxBodyBytes);
  const { id: by } = context.get('user');
  const id = context.req.param('id') ?? '';
  const approval = await approvals.decide(id, decision, by);
  if (approval === undefined) throw gatewayErrors.create('GATEWAY_APPROVAL_NOT_FOUND', { id });
  return approval;
}

/** Runs what was approved, as the one who asked for it, and answers with its envelope. */
async function resume(
  context: Context<DoorEnv>,
  { id, toolId }: Approval,
  { tell }: GatewaySettings,
  approvals: Approvals,
  calls: RunningCalls,
): Promise<Response> {
  const { raw, method, path } = context.req;
  const requestId = context.get('requestId');
  const report = (thrown: unknown) => tell(thrown, { requestId, method, path, toolId });
  const response = await calls.run(raw.signal, (signal) =>
    approvals.resume(id, { call: { door: 'http' }, requestId, signal, report }),
  );
  if (response === undefined) throw gatewayErrors.create('GATEWAY_APPROVAL_OVER', { id });
  return answerEnvelope(response, report);
}
