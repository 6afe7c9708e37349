import { digest, ownerOf, type ApprovalRequest, type ToolInvokeContext, type ToolUser } from '@helve/core';
import { toPreview, type Preview } from './preview.js';
import { maskedArguments } from './masked-arguments.js';

/** Creates the request for a person's approval: the arguments, the caller, the door, and the policy. */
export async function toApprovalRequest(
  ctx: ToolInvokeContext,
  { sent, arguments: input }: Pick<ApprovalRequest, 'arguments' | 'sent'>,
  secret: Pick<ApprovalRequest, 'id' | 'tokenHash'>,
  { ttlMs, preview }: { readonly ttlMs: number; readonly preview: Preview | undefined },
): Promise<ApprovalRequest> {
  const createdAtMs = ctx.now();
  const shown = maskedArguments(ctx, input);
  const { sessionId, call } = ctx;
  const { door, mode, turnId } = call;
  return {
    ...secret,
    kind: 'confirmation',
    toolId: ctx.toolId,
    toolVersion: ctx.toolVersion,
    owner: ownerOf(ctx.user),
    userId: ctx.user.id,
    user: toAsker(ctx.user),
    ...(door === undefined ? {} : { door }),
    ...(mode === undefined ? {} : { mode }),
    ...(turnId === undefined ? {} : { turnId }),
    ...(sessionId === undefined ? {} : { sessionId }),
    requestId: String(ctx.requestId),
    policy: ctx.policy,
    ...(sent === undefined ? {} : { sent }),
    arguments: input,
    argumentsDigest: digest(input),
    ...(shown.masked.length === 0 ? {} : { shown }),
    preview: await toPreview(ctx, shown.arguments, preview),
    createdAtMs,
    expiresAtMs: createdAtMs + ttlMs,
  };
}

/** Copies the known fields of a user: a host may add anything else. */
function toAsker({ id, roles, scopes, tenant, issuer }: ToolUser): NonNullable<ApprovalRequest['user']> {
  return {
    id,
    ...(roles === undefined ? {} : { roles: [...roles] }),
    ...(scopes === undefined ? {} : { scopes: [...scopes] }),
    ...(tenant === undefined ? {} : { tenant }),
    ...(issuer === undefined ? {} : { issuer }),
  };
}
