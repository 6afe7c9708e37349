import type { ApprovalRecord, ApprovalStore, ToolUser } from '@helve/core';
import { governErrors } from '../govern-errors.js';
import { newApprovalToken } from './approval-token.js';

/** A call that a person has approved, for the host to make: as this user, in this session, with this token. */
export interface ApprovedCall {
  readonly toolId: string;
  /** With the roles, scopes and tenant they had when they asked. */
  readonly user: ToolUser;
  readonly sessionId: string | undefined;
  /** Empty on purpose: the arguments that were approved are taken from the store. */
  readonly rawInput: Readonly<Record<string, never>>;
  readonly confirmationToken: string;
}

export interface ResumeOptions<Answer> {
  readonly approvals: ApprovalStore;
  /** Makes the call through the call line, with `confirm` among its hooks. */
  readonly call: (approved: ApprovedCall) => Promise<Answer>;
  readonly now?: () => number;
}

/**
 * Runs, once, what a person has said yes to. The token that went to the asker is spent and replaced by one that only this
 * call knows, so the decision opens no way around the gate.
 */
export async function resumeConfirmed<Answer>(id: string, options: ResumeOptions<Answer>): Promise<Answer> {
  const { approvals, call, now = Date.now } = options;
  const record = await approvals.get(id);
  if (record === undefined || record.kind !== 'confirmation')
    throw governErrors.create('GOVERN_APPROVAL_UNKNOWN', { id });
  if (record.state === 'pending') throw governErrors.create('GOVERN_APPROVAL_PENDING', { id });
  if (record.state === 'rejected') throw governErrors.create('GOVERN_APPROVAL_REJECTED', { id });

  const taken = await approvals.take({ ...claimOf(record), nowMs: now() });
  if (!taken.ok) throw governErrors.create('GOVERN_APPROVAL_OVER', { id, state: taken.reason });

  const fresh = newApprovalToken();
  const { state: _, decidedBy = 'unknown', decidedAtMs: _at, spentBy: _spent, ...request } = taken.record;
  const replacement = { ...request, id: fresh.id, tokenHash: fresh.tokenHash, createdAtMs: now() };
  await approvals.put(replacement, Number.MAX_SAFE_INTEGER);
  await approvals.decide(fresh.id, 'yes', decidedBy, now());
  const { toolId, userId, user = { id: userId }, sessionId } = request;
  return call({ toolId, user, sessionId, rawInput: {}, confirmationToken: fresh.token });
}

function claimOf({ tokenHash, toolId, toolVersion, userId, sessionId, argumentsDigest }: ApprovalRecord) {
  const session = sessionId === undefined ? {} : { sessionId };
  return { tokenHash, toolId, toolVersion, userId, argumentsDigest, ...session };
}
