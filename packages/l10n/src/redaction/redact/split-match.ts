import { textRun, type Run, type Runs } from '@helve/flow';
import { constraintsAt, partnerOf } from '@helve/flow/content';
import type { FlatUnit, UnitRange } from './flat-unit.js';

/**
 * The pieces in which a match leaves its unit: one where it can go whole, with codes that may be deleted and complete
 * pairs inside, and the ends of pairs whose content it covers. A pair that would be cut, and what must stay, part it:
 *
 *     Acme <b>Corp</b>           one piece, with the pair
 *     Acme <b>Corp rules</b>     two: "Acme " and "Corp"
 */
export function splitMatch(unit: FlatUnit<unknown>, match: UnitRange): readonly UnitRange[] {
  const walls = unit.walls.filter(({ start, end }) => start < match.end && end > match.start);
  if (walls.length === 0 && codesIn(unit, match).length === 0) return [match];
  const cuts = new Set(codesIn(unit, match).filter((index) => mustStay(unit.runs, index)));
  for (;;) {
    const pieces = between(unit, match, walls, cuts).map((piece) => widen(unit, piece));
    const halves = pieces.flatMap((piece) => codesIn(unit, piece).filter((index) => isCut(unit, piece, index)));
    if (halves.length === 0) return pieces.filter((piece) => hasText(unit, piece));
    for (const index of halves) cuts.add(index);
  }
}

/** Returns the runs of a range. */
export function runsIn(unit: FlatUnit<unknown>, { start, end }: UnitRange): Runs {
  const inside: Run[] = [];
  for (let index = unit.runAt(start); (unit.starts[index] ?? end) < end; index += 1) {
    const run = unit.runs[index];
    const from = unit.starts[index] ?? 0;
    if (run?.kind === 'text') inside.push(textRun(run.text.slice(Math.max(start - from, 0), end - from)));
    else if (run !== undefined) inside.push(run);
  }
  return inside;
}

/** Returns the indexes of the codes in a range. */
function codesIn(unit: FlatUnit<unknown>, { start, end }: UnitRange): readonly number[] {
  const { runs, starts } = unit;
  const found: number[] = [];
  for (let index = unit.runAt(start); (starts[index] ?? end) < end; index += 1) {
    if ((starts[index] ?? 0) >= start && runs[index]?.kind !== 'text') found.push(index);
  }
  return found;
}

/** True when a code must stay: one that is not in a complete pair and may not be deleted. */
function mustStay(runs: Runs, index: number): boolean {
  const run = runs[index];
  if (run?.kind === 'pc-open' || run?.kind === 'pc-close') {
    return run.isolated === true || partnerOf(runs, index) === undefined;
  }
  return run?.kind !== 'ph' || !constraintsAt(runs, index).deletable;
}

function between(
  { starts }: FlatUnit<unknown>,
  match: UnitRange,
  walls: readonly UnitRange[],
  cuts: ReadonlySet<number>,
): readonly UnitRange[] {
  const codes = [...cuts].map((index) => ({ start: starts[index] ?? 0, end: (starts[index] ?? 0) + 1 }));
  const pieces: UnitRange[] = [];
  let at = match.start;
  for (const { start, end } of [...walls, ...codes].sort((one, other) => one.start - other.start)) {
    if (start > at) pieces.push({ start: at, end: start });
    at = Math.max(at, end);
  }
  if (at < match.end) pieces.push({ start: at, end: match.end });
  return pieces;
}

/** Widens a range by openers right before it and closers right after it whose other halves are inside. */
function widen(unit: FlatUnit<unknown>, piece: UnitRange): UnitRange {
  const { runs, starts } = unit;
  let { start, end } = piece;
  const isInside = (index: number | undefined) => {
    const at = index === undefined ? -1 : (starts[index] ?? 0);
    return at >= start && at < end;
  };
  const isTaken = (offset: number) => unit.walls.some((wall) => wall.start <= offset && offset < wall.end);
  for (;;) {
    const before = starts.indexOf(start) - 1;
    const behind = starts.indexOf(end);
    if (runs[before]?.kind === 'pc-open' && isInside(partnerOf(runs, before)) && !isTaken(start - 1)) start -= 1;
    else if (runs[behind]?.kind === 'pc-close' && isInside(partnerOf(runs, behind)) && !isTaken(end)) end += 1;
    else return { start, end };
  }
}

function isCut({ runs, starts }: FlatUnit<unknown>, { start, end }: UnitRange, index: number): boolean {
  const partner = partnerOf(runs, index);
  if (partner === undefined) return false;
  const at = starts[partner] ?? 0;
  return at < start || at >= end;
}

function hasText(unit: FlatUnit<unknown>, piece: UnitRange): boolean {
  return runsIn(unit, piece).some(({ kind }) => kind === 'text');
}
