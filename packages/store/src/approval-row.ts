import { deepFreeze, type ApprovalRecord } from '@helve/core';

/** Time for which a request is kept after it ends, so that late callers still learn its outcome. */
export const REMEMBERED_MS = 24 * 60 * 60 * 1_000;

/** Maximum number of expired requests whose arguments one write removes. */
export const CLEARED_AT_ONCE = 20;

/** One approval as a row; the columns beside `record` exist for lookups. */
export interface ApprovalRow {
  /** JSON of the `ApprovalRecord`. */
  readonly record: string;
}

export function toApprovalRecord({ record }: ApprovalRow): ApprovalRecord {
  return deepFreeze(JSON.parse(record) as ApprovalRecord);
}
