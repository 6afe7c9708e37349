import type { Answer } from '../answer.js';

/** One limit that a call is charged against. */
export interface QuotaCharge {
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly algorithm: 'sliding-window' | 'token-bucket';
  readonly cost: number;
}

export type QuotaVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly key: string; readonly waitMs: number };

/** Counts units over time. Every call asks it, so one that knows at once answers without a promise. */
export interface QuotaStore {
  /** Charges every limit or none, in one indivisible step; else says how long to wait for the slowest. */
  charge(charges: readonly QuotaCharge[], nowMs: number): Answer<QuotaVerdict>;
  /** Gives units back. */
  refund(charges: readonly QuotaCharge[], nowMs: number): Answer<void>;
}
