import {
  deepFreeze,
  type ApprovalClaim,
  type ApprovalRecord,
  type ApprovalRequest,
  type ApprovalTaken,
} from '@helve/core';
import { fromColumnText } from './column-text.js';

/** How long a request is remembered after its end, so that a late token is told why it is refused. */
export const REMEMBERED_MS = 24 * 60 * 60 * 1_000;

/** An approval as its table has it: the request never changes, the rest does. */
export interface ApprovalRow {
  /** JSON of the `ApprovalRequest`. */
  readonly request: string;
  readonly state: ApprovalRecord['state'];
  readonly decidedBy: string | null;
  readonly decidedAtMs: number | null;
  readonly spentBy: string | null;
}

export function toApprovalRecord(row: ApprovalRow): ApprovalRecord {
  return deepFreeze({
    ...(JSON.parse(row.request) as ApprovalRequest),
    state: row.state,
    ...(row.decidedBy === null ? {} : { decidedBy: fromColumnText(row.decidedBy) }),
    ...(row.decidedAtMs === null ? {} : { decidedAtMs: row.decidedAtMs }),
    ...(row.spentBy === null ? {} : { spentBy: fromColumnText(row.spentBy) }),
  });
}

/** The answer to somebody who claims an approval. Who it does not belong to learns nothing more about it. */
export function judgeClaim(record: ApprovalRecord | undefined, claim: ApprovalClaim): ApprovalTaken {
  if (record === undefined) return { ok: false, reason: 'unknown' };
  if (!matches(record, claim)) return { ok: false, reason: 'mismatch' };
  if (record.state === 'spent') {
    return { ok: false, reason: 'used', ...(record.spentBy === undefined ? {} : { spentBy: record.spentBy }) };
  }
  if (record.state === 'rejected') return { ok: false, reason: 'rejected' };
  if (record.expiresAtMs <= claim.nowMs) return { ok: false, reason: 'expired' };
  const spentBy = claim.idempotencyKey === undefined ? {} : { spentBy: claim.idempotencyKey };
  return { ok: true, record: deepFreeze({ ...record, state: 'spent', ...spentBy }) };
}

function matches(record: ApprovalRecord, claim: ApprovalClaim): boolean {
  return (
    record.toolId === claim.toolId &&
    record.toolVersion === claim.toolVersion &&
    record.userId === claim.userId &&
    record.sessionId === claim.sessionId &&
    (claim.argumentsDigest === undefined || record.argumentsDigest === claim.argumentsDigest)
  );
}
