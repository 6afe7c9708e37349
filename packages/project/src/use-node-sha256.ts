import { hash } from 'node:crypto';
import { useSha256 } from '@helve/core';

/** Hashes by the platform, which is faster than what core has of its own. */
export function useNodeSha256(): void {
  useSha256((text) => hash('sha256', text));
}
