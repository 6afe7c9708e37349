import {
  serializeResponse,
  type ApprovalRecord,
  type ApprovalStore,
  type CallOrigin,
  type Json,
  type ToolResponse,
  type ToolUser,
} from '@helve/core';
import { governErrors } from '../govern-errors.js';
import { noteApprovedCall } from './approved-call.js';

/** A call that a person has approved, for the host to make unchanged: as this user, through this door. */
export interface ApprovedCall {
  readonly tool: string;
  /** The user, with the roles, scopes and tenant of the original request. */
  readonly user: ToolUser;
  /** The origin of the original request, whoever makes the call now. Must be passed on as this very object. */
  readonly call: CallOrigin;
  readonly sessionId: string | undefined;
  /** Empty on purpose: the approved arguments are read from the store. */
  readonly rawInput: Readonly<Record<string, never>>;
}

export interface ResumeOptions {
  readonly approvals: ApprovalStore;
  /** Makes the call, with `confirm` among its hooks. */
  readonly call: (approved: ApprovedCall) => Promise<ToolResponse>;
  readonly now?: () => number;
}

/** Runs an approved call, once, and stores the answer for the original caller. */
export async function resumeConfirmed(id: string, options: ResumeOptions): Promise<ToolResponse> {
  const { approvals, call, now = Date.now } = options;
  const record = await approvals.get(id);
  if (record === undefined || record.kind !== 'confirmation')
    throw governErrors.create('GOVERN_APPROVAL_UNKNOWN', { id });
  const taken = await approvals.take({ ...claimOf(record), nowMs: now() });
  if (!taken.ok) throw refusalOf(id, taken.reason);
  const { toolId, userId, user = { id: userId }, sessionId, door, mode, turnId } = taken.record;
  const origin: CallOrigin = {
    ...(door === undefined ? {} : { door }),
    ...(mode === undefined ? {} : { mode }),
    ...(turnId === undefined ? {} : { turnId }),
  };
  noteApprovedCall(origin, taken.record);
  const response = await call({ tool: toolId, user, call: origin, sessionId, rawInput: {} });
  await approvals.settle(id, toJson(response));
  return response;
}

function claimOf({ tokenHash, toolId, toolVersion, owner, sessionId, argumentsDigest }: ApprovalRecord) {
  const session = sessionId === undefined ? {} : { sessionId };
  return { tokenHash, toolId, toolVersion, owner, argumentsDigest, ...session };
}

function refusalOf(id: string, state: string): Error {
  if (state === 'pending') return governErrors.create('GOVERN_APPROVAL_PENDING', { id });
  if (state === 'rejected') return governErrors.create('GOVERN_APPROVAL_REJECTED', { id });
  return governErrors.create('GOVERN_APPROVAL_OVER', { id, state });
}

function toJson(response: ToolResponse): Json {
  return JSON.parse(serializeResponse(response)) as Json;
}
