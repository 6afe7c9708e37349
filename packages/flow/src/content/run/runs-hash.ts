import { sha256 } from '@helve/core';
import type { Runs } from '../../contract/run.js';
import { textHash } from '../text/text-hash.js';

/** Hash of content with its codes, to find out whether it is still the same. */
export function runsHash(runs: Runs): number {
  return textHash(JSON.stringify(runs));
}

/** Stands for the name of a block where it must not be shown: it may be private. */
export function nameDigest(name: string): string {
  return sha256(name).slice(0, 32);
}
