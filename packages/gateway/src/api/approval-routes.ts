import { setTimeout as pause } from 'node:timers/promises';
import { isPlainObject, isWithinTenant, ownerOf, visibleJson, type JsonObject, type ToolUser } from '@helve/core';
import { hasAccess, tenantFilter } from '../auth/access.js';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { toEnvelopeOutbound } from '../http/envelope-outbound.js';
import { toFeed } from '../http/feed.js';
import { toJsonOutbound, type Outbound } from '../http/outbound.js';
import { toPortProblem } from '../http/problem.js';
import { readApprovalQuery } from '../http/read-query.js';
import { defineRoute, type RequestContext, type Route } from '../http/route.js';
import type { RunningCalls } from '../http/running-calls.js';
import type { Approval, Approvals, ApprovalWord, WaitingFilter } from '../port/approvals.js';
import { followApprovals } from './follow-approvals.js';

type DecisionContext = RequestContext<Record<string, unknown>>;

/** Routes that show and decide what waits for a person; none without somewhere to decide it. */
export function approvalRoutes(settings: GatewaySettings, calls: RunningCalls): readonly Route[] {
  const { approvals } = settings;
  if (approvals === undefined) return [];
  return [
    {
      method: 'GET',
      path: '/v1/approvals',
      access: 'approvals',
      answer: async (context) => {
        const filter = { ...readApprovalQuery(context.request), ...ownerFilter(context.user, settings) };
        return toJsonOutbound(toText(await approvals.list(filter), context, settings));
      },
    },
    {
      method: 'GET',
      path: '/v1/approvals/live',
      access: 'approvals',
      answer: (context) =>
        toFeed(context, settings, calls, async ({ send }, signal) => {
          const filter = ownerFilter(context.user, settings);
          for await (const waiting of followApprovals(approvals, filter, signal))
            await send('approvals', toText(waiting, context, settings));
        }),
    },
    {
      method: 'GET',
      path: '/v1/approvals/:id',
      access: 'user',
      answer: async (context) => toJsonOutbound(visibleJson(await look(context, settings, approvals))),
    },
    defineRoute({
      method: 'POST',
      path: '/v1/approvals/:id/approve',
      access: 'approvals',
      body: 'object',
      // Arguments that the tool does not take are refused to whoever wrote them.
      answer: (context) => approve(context, settings, approvals, calls).catch(toPortProblem),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/approvals/:id/reject',
      access: 'approvals',
      body: 'object',
      answer: async (context) => toOutcome(await decide(context, 'no', settings, approvals)),
    }),
  ];
}

async function approve(
  context: DecisionContext,
  settings: GatewaySettings,
  approvals: Approvals,
  calls: RunningCalls,
): Promise<Outbound> {
  const approval = await decide(context, 'yes', settings, approvals);
  if (approval.state !== 'approved' || approval.kind !== 'confirmation')
    return toOutcome(await whenSettled(approval, approvals, context.request.signal));
  return resume(context, approval, settings, approvals, calls);
}

/** Limits a list to what a user may see: those of their tenant if they may decide, else their own. */
function ownerFilter(user: ToolUser, settings: GatewaySettings): WaitingFilter {
  return hasAccess(user, 'approvals', settings) ? tenantFilter(user) : { owner: ownerOf(user) };
}

/** Arguments are for those who may decide. */
function toText(waiting: readonly Approval[], context: RequestContext, settings: GatewaySettings): string {
  const decides = hasAccess(context.user, 'approvals', settings);
  return visibleJson({ approvals: waiting.map(decides ? toCapped : toRow) });
}

/** Maximum number of characters of the arguments in a list; a single approval shows all of them. */
const maxListed = 2_000;

function toCapped(approval: Approval): object {
  const { arguments: input, masked, edited, ...rest } = approval;
  return JSON.stringify({ input, masked, edited }).length <= maxListed ? approval : { ...rest, cut: true };
}

function toRow({ id, kind, state, toolId, userId, preview, createdAt, expiresAt }: Approval): object {
  return { id, kind, state, toolId, userId, preview, createdAt, expiresAt };
}

/** Everything for whoever may decide; what has become of it for whoever asked; nothing for anybody else. */
async function look(context: RequestContext, settings: GatewaySettings, approvals: Approvals): Promise<object> {
  const approval = await approvals.get(readId(context));
  const user = context.user;
  if (approval !== undefined && isWithinTenant(approval.owner, user)) {
    if (hasAccess(user, 'approvals', settings)) return approval;
    if (approval.owner === ownerOf(user)) return toOwn(approval);
  }
  throw gatewayErrors.create('GATEWAY_APPROVAL_NOT_FOUND', { id: readId(context) });
}

/** Members that are not there leave no trace in JSON. */
function toOwn(approval: Approval): object {
  const { id, kind, state, toolId, createdAt, expiresAt, decidedAt, reason, edited, answer } = approval;
  return { id, kind, state, toolId, createdAt, expiresAt, decidedAt, reason, edited, answer };
}

/**
 * Takes a person's word: who it is, the host says, and not the body. What is decided already is not decided again, and
 * whoever comes late is told what has become of it.
 */
async function decide(
  context: DecisionContext,
  decision: 'yes' | 'no',
  settings: GatewaySettings,
  approvals: Approvals,
): Promise<Approval> {
  const id = readId(context);
  const by = context.user;
  const word = readWord(context.body, decision, by);
  const approval = await approvals.get(id);
  if (approval === undefined || !isWithinTenant(approval.owner, by))
    throw gatewayErrors.create('GATEWAY_APPROVAL_NOT_FOUND', { id });
  assertMayDecide(approval, by, settings);
  const decided = approval.state === 'pending' ? await approvals.decide(id, word) : undefined;
  const found = decided ?? (await approvals.get(id)) ?? approval;
  const isAsWished = decision === 'no' ? found.state === 'rejected' : found.state !== 'rejected';
  if (found.state !== 'expired' && isAsWished && (decided !== undefined || word.arguments === undefined)) return found;
  const { state, decidedBy, reason } = found;
  throw gatewayErrors.create('GATEWAY_APPROVAL_OVER', { id, state }, { details: { state, decidedBy, reason } });
}

function readWord(body: Readonly<Record<string, unknown>>, decision: 'yes' | 'no', by: ToolUser): ApprovalWord {
  const { reason, arguments: edited, ...rest } = body;
  const isReason = reason === undefined || (typeof reason === 'string' && reason.length <= maxReason);
  const isEdit = edited === undefined || (decision === 'yes' && isPlainObject(edited));
  if (Object.keys(rest).length > 0 || !isReason || !isEdit) {
    const edits = decision === 'yes' ? ', "arguments": { … } instead of those that were asked for' : '';
    const expected = `{}, or { "reason": "at most ${maxReason} characters"${edits} }`;
    throw gatewayErrors.create('GATEWAY_BODY_NOT_EXPECTED', { expected });
  }
  return {
    decision,
    by,
    ...(reason === undefined || reason === '' ? {} : { reason }),
    ...(isPlainObject(edited) ? { arguments: edited as JsonObject } : {}),
  };
}

const maxReason = 1_000;

/** Refuses users who decide what they asked for themselves, unless the host lets them. */
function assertMayDecide({ id, owner }: Approval, by: ToolUser, { selfApproval, needsScopes }: GatewaySettings): void {
  if (owner !== ownerOf(by) || (selfApproval ?? !needsScopes)) return;
  throw gatewayErrors.create('GATEWAY_SELF_APPROVAL', { id });
}

/** Runs what was approved, as the one who asked for it, and answers with its envelope. */
async function resume(
  context: RequestContext,
  approval: Approval,
  { report: reportFailure }: GatewaySettings,
  approvals: Approvals,
  calls: RunningCalls,
): Promise<Outbound> {
  const { signal, requestId, method, path } = context.request;
  const { id, toolId } = approval;
  const report = (thrown: unknown) => reportFailure(thrown, { requestId, method, path, toolId });
  const response = await calls.run(context.user, () => approvals.resume(id, { requestId, signal, report }));
  // Somebody else was a moment faster.
  if (response === undefined) {
    return toOutcome(await whenSettled((await approvals.get(id)) ?? approval, approvals, signal));
  }
  return toEnvelopeOutbound(response, report);
}

const settlesWithinMs = 30_000;
const againAfterMs = 50;

/** Waits for the answer of a call that an earlier decision has started. */
async function whenSettled(approval: Approval, approvals: Approvals, signal: AbortSignal): Promise<Approval> {
  const giveUpAt = performance.now() + settlesWithinMs;
  let now = approval;
  while (now.state === 'spent' && now.answer === undefined && !signal.aborted && performance.now() < giveUpAt) {
    await pause(againAfterMs);
    now = (await approvals.get(approval.id)) ?? now;
  }
  return now;
}

/** The envelope of a call that ran, or what else has become of the question. */
function toOutcome(approval: Approval): Outbound {
  if (approval.answer !== undefined) return toEnvelopeOutbound(approval.answer, () => undefined);
  return toJsonOutbound(visibleJson({ [approval.state === 'rejected' ? 'rejected' : 'approved']: approval }));
}

function readId({ params: { id = '' } }: RequestContext): string {
  return id;
}
