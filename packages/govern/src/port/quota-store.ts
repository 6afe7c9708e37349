import type { MaybePromise } from '@helve/core';

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

/** Store of units over time. Every call uses it, so an in-memory store answers without a promise. */
export interface QuotaStore {
  /** Charges every limit or none, atomically; else returns the longest wait. */
  charge(charges: readonly QuotaCharge[], nowMs: number): MaybePromise<QuotaVerdict>;
  /** Gives units back. */
  refund(charges: readonly QuotaCharge[], nowMs: number): MaybePromise<void>;
}
