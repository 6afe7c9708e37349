import { sha256 } from '@helve/core';

/** The facts that identify a finding across runs. */
export interface FindingIdentity {
  readonly rule: string;
  readonly contentHash: string;
  /** `null` is the source. */
  readonly variant: string | null;
  readonly subject: string;
  /** Number of equal findings before it in the block, from 0. */
  readonly n: number;
}

/** Computes a name for a finding that stays the same when other blocks or findings come and go. */
export function toFingerprint({ rule, contentHash, variant, subject, n }: FindingIdentity): string {
  // A list of texts and numbers has one JSON text, which needs no ordering.
  return sha256(JSON.stringify([rule, contentHash, variant, subject, n])).slice(0, 16);
}
