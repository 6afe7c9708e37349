import type { ApprovalRecord, CallOrigin, ToolInvokeContext } from '@helve/core';

// Approvals by the origin of a call, an object that only this process can pass in: nothing from a door can claim one.
const approved = new WeakMap<CallOrigin, ApprovalRecord>();

/** Notes that a call of this origin runs the content of this spent record. */
export function noteApprovedCall(origin: CallOrigin, record: ApprovalRecord): void {
  approved.set(origin, record);
}

/** True when a call was made for an approval. */
export function isApprovedCall({ call, parent }: ToolInvokeContext): boolean {
  return parent === undefined && approved.has(call);
}

/** Takes the approval that a call was made for, once; nested calls have none. */
export function takeApprovedCall({ call, parent }: ToolInvokeContext): ApprovalRecord | undefined {
  const record = parent === undefined ? approved.get(call) : undefined;
  if (record !== undefined) approved.delete(call);
  return record;
}
