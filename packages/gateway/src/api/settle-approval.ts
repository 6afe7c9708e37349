import { isToolError, ownerOf, type ToolResponse } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import type { RequestContext } from '../http/route.js';
import { resolveApproval, toRefusal } from './resolve-approval.js';

/** Returns the outcome of a call that waited for a decision. */
export async function settleApproval(
  context: Pick<RequestContext, 'request' | 'user'>,
  id: string,
  { approvals, report: reportFailure }: GatewaySettings,
  signal: AbortSignal,
): Promise<ToolResponse> {
  const approval = await approvals?.get(id);
  if (approvals === undefined || approval?.owner !== ownerOf(context.user))
    throw gatewayErrors.create('GATEWAY_APPROVAL_NOT_FOUND', { id });
  const { requestId, method, path } = context.request;
  const report = (thrown: unknown) => reportFailure(thrown, { requestId, method, path, toolId: approval.toolId });
  return resolveApproval(approvals, approval, { requestId, signal, report }).catch((thrown: unknown) => {
    const isDecided = approval.state === 'rejected' || approval.state === 'expired';
    if (isDecided && isToolError(thrown)) return toRefusal(approval, thrown, requestId);
    throw thrown;
  });
}
