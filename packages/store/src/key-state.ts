import type { IdempotentResult, KeyState } from '@helve/govern';

/** A key of the idempotency store, as its table has it. */
export interface KeyRow {
  readonly argumentsDigest: string;
  readonly leaseEndsAtMs: number;
  /** JSON, once it is done. */
  readonly answer: string | null;
  readonly expiresAtMs: number;
}

/** How long a key whose holder vanished is remembered as lost. */
export const LOST_MS = 24 * 60 * 60 * 1_000;

/** How a key stands for somebody who wants to begin; `started` means that the row has to be written. */
export function toKeyState(
  row: KeyRow | undefined,
  argumentsDigest: string,
  nowMs: number,
  takeOver: boolean,
): KeyState {
  if (row === undefined || row.expiresAtMs <= nowMs) return { state: 'started' };
  if (row.argumentsDigest !== argumentsDigest) return { state: 'conflict' };
  if (row.answer !== null) return { state: 'done', answer: toAnswer(row.answer) };
  if (row.leaseEndsAtMs > nowMs) return { state: 'running' };
  return { state: takeOver ? 'started' : 'lost' };
}

/** An answer as it was kept. */
export function toAnswer(text: string): IdempotentResult {
  return JSON.parse(text) as IdempotentResult;
}
