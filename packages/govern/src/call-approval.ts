import type { ApprovalRecord, CallApproval, ToolInvokeContext } from '@helve/core';

const key = Symbol('approval');
const sentKey = Symbol('arguments as they were sent');

/** Notes whose decision lets a call run, for its record in the trail. */
export function noteApproval(ctx: ToolInvokeContext, record: ApprovalRecord): void {
  const { id, decidedBy, decidedAtMs, reason, edited } = record;
  const approval: CallApproval = {
    decidedAt: new Date(decidedAtMs ?? ctx.now()).toISOString(),
    decidedBy: decidedBy ?? record.owner,
    ...(edited === undefined ? {} : { edited }),
    id,
    ...(reason === undefined ? {} : { reason }),
  };
  ctx.data.set(key, approval);
  if (record.sent !== undefined) ctx.data.set(sentKey, record.sent);
}

/** Returns the arguments that the caller sent; for an approved call, those of the original request. */
export function sentInput(ctx: ToolInvokeContext): unknown {
  return ctx.data.get(sentKey) ?? ctx.rawInput;
}

export function approvalOf(ctx: ToolInvokeContext): CallApproval | undefined {
  return ctx.data.get(key) as CallApproval | undefined;
}
