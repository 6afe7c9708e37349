import { isPlainObject, ownerOf, sleep, type ToolResponse } from '@helve/core';
import { resolveApproval } from '../../api/resolve-approval.js';
import { gatewayErrors } from '../../gateway-errors.js';
import type { Approval, Approvals, ResumeCall } from '../../port/approvals.js';
import type { McpToolCall } from './mcp-tool-call.js';

const everyMs = 500;

/** Answers a call that is made again with the id of its approval: with the outcome of that, and nothing new. */
export async function repeatCall(call: McpToolCall, resume: ResumeCall): Promise<ToolResponse> {
  const id = String(call.client.approval);
  const [approvals, approval] = await findOwn(call, id);
  const { rawInput, name: tool } = call;
  const isLeftOut = isPlainObject(rawInput) && Object.keys(rawInput).length === 0;
  if (!isLeftOut && !(await approvals.isFor(id, rawInput)))
    throw gatewayErrors.create('GATEWAY_APPROVAL_MISMATCH', { tool, id });
  return resolveApproval(approvals, approval, resume);
}

/** Waits until somebody has decided, and returns the outcome of the call. */
export async function awaitApproval(
  call: McpToolCall,
  id: string,
  resume: ResumeCall & { readonly signal: AbortSignal },
): Promise<ToolResponse> {
  for (;;) {
    const [approvals, approval] = await findOwn(call, id);
    const isRunning = approval.state === 'spent' && approval.answer === undefined;
    if (approval.state !== 'pending' && !isRunning) return resolveApproval(approvals, approval, resume);
    await sleep(everyMs, resume.signal);
  }
}

/** Reads the id of the approval that a response waits for; undefined when it waits for none. */
export function approvalIn(response: ToolResponse): string | undefined {
  if (response.ok || response.error.type !== 'CONFIRMATION_REQUIRED') return undefined;
  const id = response.error.details?.['approvalId'];
  return typeof id === 'string' ? id : undefined;
}

/** Finds an approval of the sender for the tool of the call; ids are public, and open nothing to anybody else. */
async function findOwn({ host, sender, tool }: McpToolCall, id: string): Promise<[Approvals, Approval]> {
  const { approvals } = host.settings;
  const approval = await approvals?.get(id);
  const isOwn = approval?.owner === ownerOf(sender.user) && approval.toolId === tool?.id;
  if (approvals === undefined || approval === undefined || !isOwn)
    throw gatewayErrors.create('GATEWAY_APPROVAL_NOT_FOUND', { id });
  return [approvals, approval];
}
