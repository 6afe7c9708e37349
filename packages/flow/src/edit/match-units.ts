import type { RunEdit } from '../contract/edit.js';
import type { Path, PluralRun, Runs, SelectRun } from '../contract/run.js';
import { formOf, formsOf } from '../content/run/form.js';
import { hasForms, containsForms } from '../content/run/normalise-runs.js';
import { pathText, topPath } from '../content/run/path.js';
import { runStarts, shapeLength } from '../content/run/run-range.js';
import type { UnitEdits } from './unit-edits.js';

/** One unit before and after a rewrite. */
export interface UnitMatch {
  readonly oldPath: Path;
  readonly oldRuns: Runs;
  /** Current position; undefined when its form is gone. */
  readonly now: { readonly path: Path; readonly runs: Runs } | undefined;
  /** Its whole plural or select was replaced, so that no edit speaks of what changed inside. */
  readonly replaced: boolean;
  /** Its plural or select stays, in the same place or in a replacement. */
  readonly holderStays: boolean;
}

/** Finds every unit of the old content in the new one. */
export function matchUnits(oldRuns: Runs, newRuns: Runs, byUnit: UnitEdits): readonly UnitMatch[] {
  const top: UnitMatch = {
    oldPath: topPath,
    oldRuns,
    now: { path: topPath, runs: newRuns },
    replaced: false,
    holderStays: true,
  };
  return containsForms(oldRuns) ? [...below(top, byUnit)] : [top];
}

function* below(match: UnitMatch, byUnit: UnitEdits): Generator<UnitMatch> {
  yield match;
  const edits = match.replaced ? [] : (byUnit.get(pathText(match.oldPath)) ?? []);
  for (const [index, run] of match.oldRuns.entries()) {
    if (!hasForms(run)) continue;
    const found = findHolder(match, index, edits);
    for (const [form, runs] of formsOf(run)) {
      const now = found && match.now && formIn(found, match.now.path, form);
      const oldPath = [...match.oldPath, { run: index, form }];
      const replaced = match.replaced || (found?.replaced ?? false);
      const holderStays = match.now === undefined ? match.holderStays : found !== undefined;
      yield* below({ oldPath, oldRuns: runs, now, replaced, holderStays }, byUnit);
    }
  }
}

interface Holder {
  readonly run: PluralRun | SelectRun;
  readonly index: number;
  readonly replaced: boolean;
}

function formIn({ run, index }: Holder, path: Path, form: string): UnitMatch['now'] {
  const runs = formOf(run, form);
  return runs && { path: [...path, { run: index, form }], runs };
}

/** Finds the plural or select of the new unit that corresponds to run `index` of the old one. */
function findHolder(
  { oldRuns, now, replaced }: UnitMatch,
  index: number,
  edits: readonly RunEdit[],
): Holder | undefined {
  if (now === undefined) return undefined;
  if (replaced) return nthHolder(now.runs, 0, Infinity, turnIn(oldRuns, 0, index), true);
  const position = runStarts(oldRuns)[index] ?? 0;
  let moved = 0;
  for (const { start, end, replacement } of edits) {
    if (start > position) break;
    const length = shapeLength(replacement);
    if (position < end) {
      const turn = turnIn(oldRuns, start, index);
      return nthHolder(now.runs, start + moved, start + moved + length, turn, true);
    }
    moved += length - (end - start);
  }
  return nthHolder(now.runs, position + moved, position + moved + 1, 0, false);
}

/** Counts the plurals and selects between a coordinate and a run. */
function turnIn(unit: Runs, coordinate: number, index: number): number {
  const starts = runStarts(unit);
  return unit.filter((run, at) => at < index && (starts[at] ?? 0) >= coordinate && hasForms(run)).length;
}

/** The plural or select between two coordinates that has so many others before it. */
function nthHolder(unit: Runs, start: number, end: number, turn: number, replaced: boolean): Holder | undefined {
  const starts = runStarts(unit);
  let left = turn;
  for (const [index, run] of unit.entries()) {
    const at = starts[index] ?? 0;
    if (at < start || at >= end || !hasForms(run)) continue;
    if (left === 0) return { run, index, replaced };
    left -= 1;
  }
  return undefined;
}
