import type { Run, Runs } from '../contract/run.js';
import { codePointLength } from '../content/text/code-point.js';
import { constraintsOf } from '../content/run/vocabulary.js';
import type { TextEdit } from './diff-edits.js';

/** A stretch of a unit's shape that goes, and the text that comes in its place. */
export interface ShapeSlice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The replacement it belongs to; -1 for the codes of a pair that was left empty. */
  readonly from: number;
}

/** A replacement that is being laid over the runs. */
interface Laying {
  readonly edit: TextEdit;
  readonly from: number;
  /** Only the first piece gets the new text. */
  placed: boolean;
}

/**
 * The pieces of the shape that replacements over the text take away. Codes that stay lie between the pieces:
 *
 *     He[llo {x} wor]ld   replaced by "y"   gives   Hey{x}ld
 */
export function shapeSlices(unit: Runs, replacements: readonly TextEdit[]): ShapeSlice[] {
  const cuts: ShapeSlice[] = [];
  let next = 0;
  let laying = startLaying(replacements, next);
  let [coordinate, offset] = [0, 0];
  for (const [index, run] of unit.entries()) {
    if (run.kind !== 'text') {
      if (laying !== undefined && goesWith(run, laying.edit, offset)) cuts.push(cutCode(laying, coordinate));
      coordinate += 1;
      continue;
    }
    const length = codePointLength(run.text);
    while (laying !== undefined && laying.edit.start < offset + length) {
      cuts.push(cutText(laying, coordinate, offset, length, unit, index));
      if (laying.edit.end > offset + length) break;
      laying = startLaying(replacements, (next += 1));
    }
    coordinate += length;
    offset += length;
  }
  for (; laying !== undefined; laying = startLaying(replacements, (next += 1))) {
    if (!laying.placed) cuts.push(insertion(laying, insertionAtEnd(unit, coordinate)));
  }
  return cuts;
}

function startLaying(replacements: readonly TextEdit[], index: number): Laying | undefined {
  const edit = replacements[index];
  return edit && { edit, from: index, placed: false };
}

/** The part of a replacement that lies in one text run. */
function cutText(
  laying: Laying,
  coordinate: number,
  offset: number,
  length: number,
  unit: Runs,
  index: number,
): ShapeSlice {
  const { edit, from } = laying;
  if (edit.start === edit.end) {
    const inside = edit.start > offset;
    return insertion(
      laying,
      inside ? coordinate + edit.start - offset : insertionBefore(unit, index, coordinate, offset),
    );
  }
  const start = coordinate + Math.max(edit.start - offset, 0);
  const end = coordinate + Math.min(edit.end - offset, length);
  const text = laying.placed ? '' : edit.text;
  laying.placed = true;
  return { start, end, text, from };
}

function cutCode({ from }: Laying, coordinate: number): ShapeSlice {
  return { start: coordinate, end: coordinate + 1, text: '', from };
}

function insertion({ edit, from }: Laying, position: number): ShapeSlice {
  return { start: position, end: position, text: edit.text, from };
}

/** True for a standalone code inside deleted text that may be deleted with it. */
function goesWith(run: Run, edit: TextEdit, offset: number): boolean {
  return run.kind === 'ph' && edit.start < offset && edit.end > offset && constraintsOf(run).deletable;
}

/**
 * Where text goes that comes in directly before the text of run `index`: a closer stays behind it, an opener before it,
 * and at the start of the unit it leads all codes that stand alone.
 */
function insertionBefore(unit: Runs, index: number, coordinate: number, offset: number): number {
  let first = index;
  while (first > 0 && unit[first - 1]?.kind !== 'text') first -= 1;
  if (offset > 0) {
    const opens = unit[first]?.kind !== 'pc-close' && unit[index - 1]?.kind === 'pc-open';
    return opens ? coordinate : coordinate - (index - first);
  }
  let insertAt = index;
  while (insertAt > first && !isHalf(unit[insertAt - 1])) insertAt -= 1;
  return coordinate - (index - insertAt);
}

/** Position of text at the end of the unit: after standalone codes, before closing codes. */
function insertionAtEnd(unit: Runs, length: number): number {
  let insertAt = unit.length;
  while (insertAt > 0 && unit[insertAt - 1]?.kind !== 'text') insertAt -= 1;
  while (insertAt < unit.length && !isHalf(unit[insertAt])) insertAt += 1;
  return length - (unit.length - insertAt);
}

function isHalf(run: Run | undefined): boolean {
  return run?.kind === 'pc-open' || run?.kind === 'pc-close';
}

/** Sorts cuts and joins those that touch, as long as they belong to one replacement. */
export function joinSlices(cuts: ShapeSlice[]): ShapeSlice[] {
  const joined: ShapeSlice[] = [];
  for (const cut of cuts.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1);
    if (last === undefined || last.end !== cut.start || !belongTogether(last, cut)) joined.push(cut);
    else
      joined[joined.length - 1] = {
        ...cut,
        start: last.start,
        text: last.text + cut.text,
        from: Math.max(last.from, cut.from),
      };
  }
  return joined;
}

function belongTogether(a: ShapeSlice, b: ShapeSlice): boolean {
  return a.from === b.from || a.from === -1 || b.from === -1;
}
