import type { ApprovalRecord, CallOrigin, ToolInvokeContext } from '@helve/core';

// By the origin of a call, which only this process can hand in: nothing that comes through a door can claim one.
const approved = new WeakMap<CallOrigin, ApprovalRecord>();

/** Says that a call of this origin runs what this record holds, which is spent. */
export function noteApprovedCall(origin: CallOrigin, record: ApprovalRecord): void {
  approved.set(origin, record);
}

/** Whether a call was made for an approval. */
export function isApprovedCall({ call, parent }: ToolInvokeContext): boolean {
  return parent === undefined && approved.has(call);
}

/** The approval that a call was made for, once; the calls that it makes in turn have none. */
export function takeApprovedCall({ call, parent }: ToolInvokeContext): ApprovalRecord | undefined {
  const record = parent === undefined ? approved.get(call) : undefined;
  if (record !== undefined) approved.delete(call);
  return record;
}
