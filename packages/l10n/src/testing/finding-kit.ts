import type { Block, Finding } from '@helve/flow';
import { findingsIn, type FindingRange } from '../check/collect-findings.js';

/** A finding with its ranges. */
export type FoundFinding = Finding & {
  readonly source?: FindingRange | undefined;
  readonly target?: FindingRange | undefined;
};

/** Lists all findings of checks in a block. */
export function foundIn(block: Block): readonly FoundFinding[] {
  return findingsIn(block, 'test.txt', 0).map(({ finding, source, target }) => ({ ...finding, source, target }));
}

/** Lists the rules that a block breaks, in the order of the findings. */
export function rulesFound(block: Block): readonly string[] {
  return foundIn(block).map(({ rule }) => rule);
}
