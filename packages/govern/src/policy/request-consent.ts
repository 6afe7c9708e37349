import { digest, ownerOf, type ApprovalStore, type ToolInvokeContext } from '@helve/core';
import { newApprovalToken } from './approval-token.js';
import { toPlainText } from './plain-text.js';

const maxPending = 100;
const ttlMs = 24 * 60 * 60 * 1_000;

/** Asks a person to agree to a tool, once: a pending question is not repeated. Undefined if too many wait. */
export async function requestConsent(ctx: ToolInvokeContext, approvals: ApprovalStore): Promise<string | undefined> {
  const session = ctx.sessionId === undefined ? {} : { sessionId: ctx.sessionId };
  const nowMs = ctx.now();
  const owner = ownerOf(ctx.user);
  const waiting = await approvals.list({ state: 'pending', owner, ...session });
  const same = waiting.find(
    ({ kind, toolId, expiresAtMs }) => kind === 'consent' && toolId === ctx.toolId && expiresAtMs > nowMs,
  );
  if (same !== undefined) return same.id;

  const { id, tokenHash } = newApprovalToken();
  const request = {
    id,
    kind: 'consent' as const,
    tokenHash,
    toolId: ctx.toolId,
    toolVersion: ctx.toolVersion,
    owner,
    userId: ctx.user.id,
    ...(ctx.call.door === undefined ? {} : { door: ctx.call.door }),
    ...session,
    requestId: String(ctx.requestId),
    policy: ctx.policy,
    arguments: {},
    argumentsDigest: digest({}),
    preview: toPlainText(`${ctx.tool.title ?? ctx.toolName}: may it be used for you from now on?`, 500),
    createdAtMs: nowMs,
    expiresAtMs: nowMs + ttlMs,
  };
  return (await approvals.put(request, maxPending)) ? id : undefined;
}
