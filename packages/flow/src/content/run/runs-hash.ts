import type { Runs } from '../../contract/run.js';
import { textHash } from '../text/text-hash.js';

/** Hash of content with its codes, to find out whether it is still the same. */
export function runsHash(runs: Runs): number {
  return textHash(JSON.stringify(runs));
}
