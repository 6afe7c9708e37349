import type { Path, Run, RunRange, Runs } from '../contract/run.js';
import { flowErrors } from '../flow-errors.js';
import { codePointLength, lastAtMost } from './code-point.js';
import { onlyText } from './normalise-runs.js';
import { pathText, samePath } from './path.js';
import { unitAt } from './units.js';

/** A stretch of one unit in coordinates: code points of its shape, half open. */
export interface ShapeSpan {
  readonly start: number;
  readonly end: number;
}

const known = new WeakMap<Runs, readonly number[]>();
const shortText = 256;

/** How many coordinates a run takes: a text its code points, everything else one. */
export function runLength(run: Run): number {
  return run.kind === 'text' ? codePointLength(run.text) : 1;
}

/** How many coordinates a unit has. */
export function shapeLength(unit: Runs): number {
  const only = onlyText(unit);
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

/** A short text is counted sooner than remembered. */
function isShort(unit: Runs): boolean {
  return unit.length < 2 && (onlyText(unit)?.length ?? 0) <= shortText;
}

function countStarts(unit: Runs): readonly number[] {
  const starts = [0];
  let at = 0;
  for (const run of unit) starts.push((at += runLength(run)));
  return starts;
}

/** The range of two coordinates of a unit, in canonical form. */
export function rangeFor(runs: Runs, path: Path | undefined, start: number, end: number): RunRange {
  const unit = unitOrThrow(runs, path);
  const length = shapeLength(unit);
  if (!(Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= length)) {
    throw flowErrors.create('FLOW_CONTENT', {
      problem: `${start} to ${end} is no stretch of a unit of length ${length}`,
    });
  }
  const [startRun, startOffset] = placeAt(unit, start);
  const [endRun, endOffset] = placeAt(unit, end);
  const place = { startRun, startOffset, endRun, endOffset };
  return Object.freeze(path === undefined || path.length === 0 ? place : { path, ...place });
}

/** A place that ends a text run is the start of the next run. */
function placeAt(unit: Runs, coordinate: number): readonly [run: number, offset: number] {
  if (onlyText(unit) !== undefined) return coordinate < shapeLength(unit) ? [0, coordinate] : [1, 0];
  const starts = runStarts(unit);
  const run = lastAtMost(starts, coordinate);
  return [run, coordinate - (starts[run] ?? 0)];
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
  if (!isPlace(unit, range.startRun, range.startOffset) || !isPlace(unit, range.endRun, range.endOffset)) return false;
  const { start, end } = shapeSpan(runs, range);
  return start <= end;
}

function isPlace(unit: Runs, index: number, offset: number): boolean {
  if (!Number.isInteger(index) || !Number.isInteger(offset) || index < 0 || index > unit.length) return false;
  const run = unit[index];
  return offset === 0 || (offset > 0 && run?.kind === 'text' && offset <= runLength(run));
}

function unitOrThrow(runs: Runs, path: Path | undefined): Runs {
  const unit = unitAt(runs, path);
  if (unit === undefined) throw flowErrors.create('FLOW_CONTENT', { problem: `no form stands at "${pathText(path)}"` });
  return unit;
}
