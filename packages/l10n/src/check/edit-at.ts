import type { RunEdit, RunRange, Runs } from '@helve/flow';
import { shapeSpan } from '@helve/flow/content';
import type { LocatedUnit } from './unit-range.js';

/** Creates an edit that replaces a range of a unit. */
export function editAt({ runs, path }: LocatedUnit, range: RunRange, replacement: Runs): RunEdit {
  const { startRun, startOffset, endRun, endOffset } = range;
  const { start, end } = shapeSpan(runs, { startRun, startOffset, endRun, endOffset });
  return { ...(path.length === 0 ? {} : { path }), start, end, replacement };
}
