import { isPlainObject, ownerOf, sleep, type ToolResponse } from '@helve/core';
import { answerOfApproval } from '../../api/resolve-approval.js';
import { gatewayErrors } from '../../gateway-errors.js';
import type { Approval, Approvals, ResumeCall } from '../../port/approvals.js';
import type { ToolVisit } from './mcp-tool-call.js';

const everyMs = 500;

/** A call made again with the id of the approval it waited for: what that came to, and nothing new. */
export async function repeatCall(visit: ToolVisit, call: ResumeCall): Promise<ToolResponse> {
  const { approvals } = visit.host.settings;
  const id = String(visit.client.approval);
  const [desk, approval] = await findOwn(visit, approvals, id);
  const { rawInput, name: tool } = visit;
  const isLeftOut = isPlainObject(rawInput) && Object.keys(rawInput).length === 0;
  if (!isLeftOut && !(await desk.isFor(id, rawInput)))
    throw gatewayErrors.create('GATEWAY_APPROVAL_MISMATCH', { tool, id });
  return answerOfApproval(desk, approval, call);
}

/** Waits until somebody has decided: what the call then came to. */
export async function awaitApproval(
  visit: ToolVisit,
  id: string,
  call: ResumeCall & { readonly signal: AbortSignal },
): Promise<ToolResponse> {
  for (;;) {
    const [approvals, approval] = await findOwn(visit, visit.host.settings.approvals, id);
    const isRunning = approval.state === 'spent' && approval.answer === undefined;
    if (approval.state !== 'pending' && !isRunning) return answerOfApproval(approvals, approval, call);
    await sleep(everyMs, call.signal);
  }
}

/** The approval that an answer waits for, if it waits for one. */
export function approvalIn(response: ToolResponse): string | undefined {
  if (response.ok || response.error.type !== 'CONFIRMATION_REQUIRED') return undefined;
  const id = response.error.details?.['approvalId'];
  return typeof id === 'string' ? id : undefined;
}

/** An id is public: it opens nothing to anybody but the one who asked, for the tool it was about. */
async function findOwn(
  { exchange, tool }: ToolVisit,
  approvals: Approvals | undefined,
  id: string,
): Promise<[Approvals, Approval]> {
  const approval = await approvals?.get(id);
  const isOwn = approval?.owner === ownerOf(exchange.user) && approval.toolId === tool?.id;
  if (approvals === undefined || approval === undefined || !isOwn)
    throw gatewayErrors.create('GATEWAY_APPROVAL_NOT_FOUND', { id });
  return [approvals, approval];
}
