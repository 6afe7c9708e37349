import type { IdempotentResult, KeyState } from '@helve/govern';

/** One key of the idempotency store as a row. */
export interface KeyRow {
  readonly argumentsDigest: string;
  readonly leaseEndsAtMs: number;
  /** JSON; null until the call is done. */
  readonly answer: string | null;
  readonly expiresAtMs: number;
}

/** Time for which a key whose holder vanished is remembered as lost. */
export const LOST_MS = 24 * 60 * 60 * 1_000;

/** Decides the state of a key for a caller that wants to begin; `started` means that the row has to be written. */
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

/** Parses a stored result. */
export function toAnswer(text: string): IdempotentResult {
  return JSON.parse(text) as IdempotentResult;
}
