import { sha256 } from '@helve/core';

/** What makes a finding the same one in another run. */
export interface FindingIdentity {
  readonly rule: string;
  readonly contentHash: string;
  /** `null` is the source. */
  readonly variant: string | null;
  readonly subject: string;
  /** Counts equal ones in the block, from 0. */
  readonly n: number;
}

/** The name of a finding that stays when other blocks, or other findings, come and go. */
export function fingerprintOf({ rule, contentHash, variant, subject, n }: FindingIdentity): string {
  // A list of texts and numbers has one JSON text, which needs no ordering.
  return sha256(JSON.stringify([rule, contentHash, variant, subject, n])).slice(0, 16);
}
