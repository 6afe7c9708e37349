import { deepFreeze, type ApprovalRecord } from '@helve/core';

/** How long a request is remembered after its end, so that whoever asks late is told what became of it. */
export const REMEMBERED_MS = 24 * 60 * 60 * 1_000;

/** An approval as its table has it; the other columns are there to be looked up by. */
export interface ApprovalRow {
  /** JSON of the `ApprovalRecord`. */
  readonly record: string;
}

export function toApprovalRecord({ record }: ApprovalRow): ApprovalRecord {
  return deepFreeze(JSON.parse(record) as ApprovalRecord);
}
