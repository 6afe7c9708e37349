import type {
  ApprovalClaim,
  ApprovalDecision,
  ApprovalFilter,
  ApprovalRecord,
  ApprovalState,
  ApprovalTaken,
} from '../contract/approval.js';
import { digest } from '../json/digest.js';
import { isWithinTenant } from './owner.js';

/** Finds the state of a request at a moment. */
export function approvalStateAt({ state, expiresAtMs }: ApprovalRecord, nowMs: number): ApprovalState {
  const isOpen = state === 'pending' || state === 'approved';
  return isOpen && expiresAtMs <= nowMs ? 'expired' : state;
}

/** Those that a filter lets through, for stores that hold them in memory. */
export function filterApprovals(
  records: Iterable<ApprovalRecord>,
  { limit, tenant = '', ...filter }: ApprovalFilter,
): readonly ApprovalRecord[] {
  return [...records]
    .filter(
      ({ state, sessionId, owner, expiresAtMs }) =>
        (filter.state === undefined || state === filter.state) &&
        (filter.sessionId === undefined || sessionId === filter.sessionId) &&
        (filter.owner === undefined || owner === filter.owner) &&
        (filter.endsAfterMs === undefined || expiresAtMs > filter.endsAfterMs) &&
        isWithinTenant(owner, { tenant }),
    )
    .slice(0, limit);
}

/** Removes the masked arguments of a request that is over; the digests stay. */
export function clearApproval(record: ApprovalRecord): ApprovalRecord {
  const { shown, sent, ...rest } = record;
  if (shown === undefined || record.cleared === true) return record;
  const sentDigest = sent === undefined ? {} : { sentDigest: digest(sent) };
  return { ...rest, ...sentDigest, arguments: shown.arguments, shown, cleared: true };
}

/** True when an approval is for a call with this input. */
export function isApprovalFor({ sent, sentDigest, arguments: input }: ApprovalRecord, called: unknown): boolean {
  return (sentDigest ?? digest(sent ?? input)) === digest(called);
}

/** Applies a person's word; undefined if the request is decided already or its time is over. */
export function decideApproval(record: ApprovalRecord, given: ApprovalDecision): ApprovalRecord | undefined {
  const { decision, by, nowMs, reason, edit } = given;
  if (approvalStateAt(record, nowMs) !== 'pending') return undefined;
  const decided = { ...record, decidedBy: by, decidedAtMs: nowMs, ...(reason === undefined ? {} : { reason }) };
  if (decision === 'no') return clearApproval({ ...decided, state: 'rejected' });
  return { ...decided, state: 'approved', ...(edit === undefined ? {} : toEdited(edit)) };
}

function toEdited({ pointers, ...changed }: NonNullable<ApprovalDecision['edit']>): Partial<ApprovalRecord> {
  return { ...changed, edited: pointers };
}

/** The answer to somebody who claims an approval. Whom it does not belong to learns nothing more about it. */
export function takeApproval(record: ApprovalRecord | undefined, claim: ApprovalClaim): ApprovalTaken {
  if (record === undefined) return { ok: false, reason: 'unknown' };
  if (!isFor(record, claim)) return { ok: false, reason: 'mismatch' };
  const { id, spentBy } = record;
  const state = approvalStateAt(record, claim.nowMs);
  if (state === 'spent') return { ok: false, reason: 'used', id, ...(spentBy === undefined ? {} : { spentBy }) };
  if (state === 'rejected' || state === 'expired') return { ok: false, reason: state, id };
  const { decidedBy } = claim;
  if (state === 'pending' && decidedBy === undefined) return { ok: false, reason: 'pending', id };
  const decided = state === 'approved' || decidedBy === undefined ? {} : { decidedBy, decidedAtMs: claim.nowMs };
  const key = claim.idempotencyKey;
  return {
    ok: true,
    record: { ...record, ...decided, state: 'spent', ...(key === undefined ? {} : { spentBy: key }) },
  };
}

function isFor(record: ApprovalRecord, claim: ApprovalClaim): boolean {
  return (
    record.toolId === claim.toolId &&
    record.toolVersion === claim.toolVersion &&
    record.owner === claim.owner &&
    record.sessionId === claim.sessionId &&
    (claim.argumentsDigest === undefined || record.argumentsDigest === claim.argumentsDigest)
  );
}
