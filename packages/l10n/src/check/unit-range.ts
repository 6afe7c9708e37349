import type { Path, RunRange, Runs } from '@helve/flow';
import { codePointLength, plainText, partnerOf, rangeFor, runLength, shapeLength, textMap } from '@helve/flow/content';

/** A unit and its path. */
export interface LocatedUnit {
  readonly runs: Runs;
  readonly path: Path;
}

/** Creates a range of a unit from coordinates. */
function rangeIn({ runs, path }: LocatedUnit, start: number, end: number): RunRange {
  const range = rangeFor(runs, undefined, start, end);
  if (path.length === 0) return range;
  const { startRun, startOffset, endRun, endOffset } = range;
  return Object.freeze({ path, startRun, startOffset, endRun, endOffset });
}

/** Creates the range of a whole unit. */
export function wholeUnit(unit: LocatedUnit): RunRange {
  return rangeIn(unit, 0, shapeLength(unit.runs));
}

/** Creates a range of a unit from UTF-16 indexes of its `unitText`. */
export function textRangeIn(unit: LocatedUnit, start: number, end: number): RunRange {
  const only = plainText(unit.runs);
  // The common case: one text, in which indexes are coordinates.
  if (only !== undefined && codePointLength(only) === only.length) return rangeIn(unit, start, end);
  const span = textMap(unit.runs).spanOfIndexes(start, end);
  return rangeIn(unit, span.start, span.end);
}

/** Creates the range of one run of a unit. */
export function runRangeIn(unit: LocatedUnit, index: number): RunRange {
  let start = 0;
  for (let at = 0; at < index; at += 1) start += lengthAt(unit.runs, at);
  return rangeIn(unit, start, start + lengthAt(unit.runs, index));
}

/**
 * Creates a range of a unit from UTF-16 indexes of its `hygieneText`, in which a pair of codes around program code is
 * one character together with its content.
 */
export function hygieneRangeIn(unit: LocatedUnit, start: number, end: number): RunRange {
  return rangeIn(unit, toCoordinate(unit.runs, start, false), toCoordinate(unit.runs, end, true));
}

function toCoordinate(runs: Runs, index: number, isEnd: boolean): number {
  let before = 0;
  let coordinate = 0;
  for (let at = 0; at < runs.length; at += 1) {
    const run = runs[at];
    const width = run?.kind === 'text' ? run.text.length : 1;
    if (run?.kind === 'text' && (isEnd ? index <= before + width : index < before + width)) {
      return coordinate + codePointLength(run.text.slice(0, Math.max(0, index - before)));
    }
    if (run?.kind !== 'text' && (isEnd ? index <= before : index < before + width)) return coordinate;
    before += width;
    const last = run?.kind === 'pc-open' && run.type === 'fmt:code' ? (partnerOf(runs, at) ?? at) : at;
    for (; at < last; at += 1) coordinate += lengthAt(runs, at);
    coordinate += lengthAt(runs, at);
  }
  return coordinate;
}

function lengthAt(runs: Runs, index: number): number {
  const run = runs[index];
  return run === undefined ? 0 : runLength(run);
}
