import type { Path, Run, RunRange, Runs } from '../../contract/run.js';
import { flowErrors } from '../../flow-errors.js';
import { codePointLength, lastAtMost } from '../text/code-point.js';
import { plainText } from './normalise-runs.js';
import { pathText, samePath } from './path.js';
import { unitAt } from './units.js';

/** A stretch of one unit in coordinates: code points of its shape, half open. */
export interface ShapeSpan {
  readonly start: number;
  readonly end: number;
}

const known = new WeakMap<Runs, readonly number[]>();
const shortText = 256;
const fewRuns = 8;

/** Counts the coordinates of a run: a text has its code points, everything else one. */
export function runLength(run: Run): number {
  return run.kind === 'text' ? codePointLength(run.text) : 1;
}

/** Counts the coordinates of a unit. */
export function shapeLength(unit: Runs): number {
  const only = plainText(unit);
  return only !== undefined && only.length <= shortText ? codePointLength(only) : (runStarts(unit)[unit.length] ?? 0);
}

/** The coordinate at which each run starts, and the unit's length after the last. */
export function runStarts(unit: Runs): readonly number[] {
  const frozen = Object.isFrozen(unit);
  let starts = frozen ? known.get(unit) : undefined;
  if (starts === undefined) {
    starts = countStarts(unit);
    if (frozen && !isShort(unit)) known.set(unit, starts);
  }
  return starts;
}

/** True when a unit is a few short texts at most: such a one is counted sooner than remembered. */
export function isShort(unit: Runs): boolean {
  if (unit.length > fewRuns) return false;
  for (let at = 0; at < unit.length; at += 1) {
    const run = unit[at] as Run;
    if (run.kind === 'text' && run.text.length > shortText) return false;
  }
  return true;
}

function countStarts(unit: Runs): readonly number[] {
  const starts = [0];
  let at = 0;
  for (let index = 0; index < unit.length; index += 1) starts.push((at += runLength(unit[index] as Run)));
  return starts;
}

/** The range of two coordinates of a unit, in canonical form. */
export function rangeFor(runs: Runs, path: Path | undefined, start: number, end: number): RunRange {
  const unit = unitOrThrow(runs, path);
  const starts = runStarts(unit);
  const length = starts[unit.length] ?? 0;
  if (!(Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= length)) {
    throw flowErrors.create('FLOW_CONTENT', {
      problem: `${start} to ${end} is not a range of a unit of length ${length}`,
    });
  }
  // A place that ends a text run is the start of the next run.
  const startRun = lastAtMost(starts, start);
  const endRun = lastAtMost(starts, end);
  const startOffset = start - (starts[startRun] ?? 0);
  const endOffset = end - (starts[endRun] ?? 0);
  return Object.freeze(
    path === undefined || path.length === 0
      ? { startRun, startOffset, endRun, endOffset }
      : { path, startRun, startOffset, endRun, endOffset },
  );
}

/** The coordinates of a range in its unit; the range must be in bounds. */
export function shapeSpan(runs: Runs, range: RunRange): ShapeSpan {
  const starts = runStarts(unitOrThrow(runs, range.path));
  return {
    start: (starts[range.startRun] ?? Number.NaN) + range.startOffset,
    end: (starts[range.endRun] ?? Number.NaN) + range.endOffset,
  };
}

/** The one form of a range in which ranges are compared; the range must be in bounds. */
export function canonicalRange(runs: Runs, range: RunRange): RunRange {
  const { start, end } = shapeSpan(runs, range);
  return rangeFor(runs, range.path, start, end);
}

/** True when two ranges in canonical form are the same stretch. */
export function sameRange(a: RunRange, b: RunRange): boolean {
  return (
    a.startRun === b.startRun &&
    a.startOffset === b.startOffset &&
    a.endRun === b.endRun &&
    a.endOffset === b.endOffset &&
    samePath(a.path, b.path)
  );
}

/** True when a range lies in its unit, and the unit is there. */
export function inBounds(runs: Runs, range: RunRange): boolean {
  const unit = unitAt(runs, range.path);
  if (unit === undefined) return false;
  const { startRun, startOffset, endRun, endOffset } = range;
  if (!isPosition(unit, startRun, startOffset) || !isPosition(unit, endRun, endOffset)) return false;
  if (startRun <= endRun) return startRun < endRun || startOffset <= endOffset;
  // The end of a run is also the start of the next.
  const { start, end } = shapeSpan(runs, range);
  return start <= end;
}

function isPosition(unit: Runs, index: number, offset: number): boolean {
  if (!Number.isInteger(index) || !Number.isInteger(offset) || index < 0 || index > unit.length) return false;
  return offset === 0 || (offset > 0 && !isBeyond(unit[index], offset));
}

/** True when a run is shorter than an offset; one that is not half as long in UTF-16 units need not be measured. */
function isBeyond(run: Run | undefined, offset: number): boolean {
  if (run?.kind !== 'text') return true;
  return offset * 2 > run.text.length && offset > codePointLength(run.text);
}

/** True when a place is the end of a text run, which is then the start of the next in canonical form. */
export function endsRun(run: Run | undefined, offset: number): boolean {
  if (run?.kind !== 'text' || (offset === 0 && run.text !== '')) return false;
  return offset * 2 >= run.text.length && offset >= codePointLength(run.text);
}

function unitOrThrow(runs: Runs, path: Path | undefined): Runs {
  const unit = unitAt(runs, path);
  if (unit === undefined)
    throw flowErrors.create('FLOW_CONTENT', { problem: `there is no form at "${pathText(path)}"` });
  return unit;
}
