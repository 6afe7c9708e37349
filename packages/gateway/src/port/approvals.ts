import type { ApprovalKind, CallerOptions, ToolResponse } from '@helve/core';

/** A question that waits for a person, as they may see it: neither its token nor its arguments leave the host. */
export interface Approval {
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly toolId: string;
  readonly userId: string;
  readonly sessionId?: string;
  readonly preview: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** What the call of a resumed approval is told by the door. */
export type ResumeCall = Pick<CallerOptions, 'call' | 'report' | 'requestId' | 'signal'>;

/** Where people answer questions. */
export interface Approvals {
  /** What waits, oldest first. */
  list(): Promise<readonly Approval[]>;
  /** A person's word; undefined if nothing of that id waits for one. */
  decide(id: string, decision: 'yes' | 'no', by: string): Promise<Approval | undefined>;
  /** Runs the arguments that were approved, once; undefined if they ran already or the time is over. */
  resume(id: string, call: ResumeCall): Promise<ToolResponse | undefined>;
}
