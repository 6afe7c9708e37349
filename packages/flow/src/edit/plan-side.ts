import { canonicalJson } from '@helve/core';
import type { RunEdit, SideEdit } from '../contract/edit.js';
import type { Runs } from '../contract/run.js';
import { checkRuns } from '../content/run/check-runs.js';
import { formsOf } from '../content/run/form.js';
import { hasForms, normaliseRuns } from '../content/run/normalise-runs.js';
import { shapeText } from '../content/text/projection.js';
import { shapeLength } from '../content/run/run-range.js';
import { buildRuns } from './build-runs.js';
import { lostContent, type LostContent } from './lost-content.js';
import { matchUnits } from './match-units.js';
import { misplacedEdit, unitEdits } from './unit-edits.js';

/** One side as a plan makes it. */
export interface PlannedSide {
  readonly oldRuns: Runs;
  readonly newRuns: Runs;
  readonly edits: readonly RunEdit[];
  readonly lost: LostContent;
  /** Every edit only changes looks. */
  readonly keepsMeaning: boolean;
}

/** Builds and verifies one side in memory; returns the broken rule as a text if there is one. */
export function planSide(oldRuns: Runs, side: SideEdit): PlannedSide | string {
  const edits = side.edits ?? [];
  const byUnit = unitEdits(edits);
  const misplaced = misplacedEdit(oldRuns, byUnit);
  if (misplaced !== undefined) return misplaced;
  const built = build(oldRuns, side, () => buildRuns(oldRuns, byUnit));
  if (typeof built === 'string') return built;
  const [problem] = checkRuns(built);
  if (problem !== undefined) return `the new content is not well-formed, ${problem}`;
  const lost = lostContent(matchUnits(oldRuns, built, byUnit));
  return { oldRuns, newRuns: built, edits, lost, keepsMeaning: edits.every((edit) => edit.keepsMeaning === true) };
}

function build(oldRuns: Runs, { edits, newRuns }: SideEdit, fromEdits: () => Runs): Runs | string {
  if (edits === undefined) return newRuns === undefined ? normaliseRuns(oldRuns) : restructured(oldRuns, newRuns);
  const built = fromEdits();
  if (newRuns === undefined || canonicalJson(built) === canonicalJson(normaliseRuns(newRuns))) return built;
  return 'the edits do not give the new content';
}

/** New content without edits may differ in everything but text, places of codes, and forms. */
function restructured(oldRuns: Runs, newRuns: Runs): Runs | string {
  const runs = normaliseRuns(newRuns);
  return isSameShape(normaliseRuns(oldRuns), runs) ? runs : 'the text or the forms change, and no edit says how';
}

/** True when every unit has its place and its shape in both. */
export function isSameShape(before: Runs, after: Runs): boolean {
  if (shapeText(before) !== shapeText(after)) return false;
  const [old, now] = [before.filter(hasForms), after.filter(hasForms)];
  if (old.length !== now.length) return false;
  return old.every((run, index) => {
    const other = now[index];
    return other !== undefined && other.kind === run.kind && isSameForms(formsOf(run), formsOf(other));
  });
}

type Forms = ReturnType<typeof formsOf>;

function isSameForms(before: Forms, after: Forms): boolean {
  return (
    before.length === after.length &&
    before.every(([key, runs], index) => {
      const other = after[index];
      return other !== undefined && other[0] === key && isSameShape(runs, other[1]);
    })
  );
}

/** A side whose whole content is replaced by other content, of which nothing is known. */
export function opaqueSide(oldRuns: Runs, newRuns: Runs): PlannedSide {
  const runs = normaliseRuns(newRuns);
  const edits = [{ start: 0, end: shapeLength(oldRuns), replacement: runs }];
  return {
    oldRuns,
    newRuns: runs,
    edits,
    lost: lostContent(matchUnits(oldRuns, runs, unitEdits(edits))),
    keepsMeaning: false,
  };
}
