import type { Runs } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import { ValueEntry } from '../value-entry.js';

/** Skeleton entry of the place where `<data>` may be told to keep white space. */
export class SpaceEntry extends ValueEntry {
  readonly more = true;

  constructor(blockId: string, offset: number, content: Runs) {
    super(blockId, offset, 0, content);
  }
}

/** True when a value would lose white space at its edges. */
export function needsSpace(runs: Runs): boolean {
  const text = dataText(runs);
  return text !== text.trim();
}
