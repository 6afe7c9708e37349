import { canonicalJson } from '@helve/core';
import { textRun, units, type Run, type RunEdit, type Runs } from '@helve/flow';
import { diffEdits, hasForms, runLength, shapeLength, unitAt } from '@helve/flow/content';

/** Computes the edits between two contents: unit by unit if the forms stay, else one replacement of everything. */
export function runEdits(before: Runs, after: Runs): readonly RunEdit[] {
  const old = units(before);
  const staysIn =
    old.length === units(after).length && old.every(({ path, runs }) => keepsForms(runs, unitAt(after, path)));
  if (!staysIn) return [{ start: 0, end: shapeLength(before), replacement: after }];
  return old.flatMap(({ path, runs }) => unitEdits(runs, unitAt(after, path) ?? [], path));
}

/** Computes the edits of one unit: everything between the common runs at both ends. */
export function unitEdits(before: Runs, after: Runs, path: RunEdit['path']): readonly RunEdit[] {
  const { start, gone, replacement } = changedMiddle(before, after);
  const location = path === undefined || path.length === 0 ? {} : { path };
  const [old, only] = [gone[0], replacement[0]];
  if (gone.length === 0 && replacement.length === 0) return [];
  if (gone.length !== 1 || replacement.length !== 1 || old?.kind !== 'text' || only?.kind !== 'text') {
    return [{ ...location, start, end: start + runsLength(gone), replacement }];
  }
  return diffEdits(old.text, only.text).map((edit) => ({
    ...location,
    start: start + edit.start,
    end: start + edit.end,
    // Empty content is a text of its own.
    replacement: edit.text === '' && only.text !== '' ? [] : [textRun(edit.text)],
  }));
}

/** Returns the difference between two units, and its position. */
function changedMiddle(
  before: Runs,
  after: Runs,
): { readonly start: number; readonly gone: Runs; readonly replacement: Runs } {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && isSame(before[head], after[head])) head += 1;
  let tail = 0;
  while (tail < most - head && isSame(before.at(-1 - tail), after.at(-1 - tail))) tail += 1;
  return {
    start: runsLength(before.slice(0, head)),
    gone: before.slice(head, before.length - tail),
    replacement: after.slice(head, after.length - tail),
  };
}

/** True when every plural and select of a unit is still at a position where its forms can be edited. */
function keepsForms(before: Runs, after: Runs | undefined): boolean {
  return after !== undefined && !changedMiddle(before, after).gone.some(hasForms);
}

/** Compares two runs; forms are compared as units of their own. */
function isSame(one: Run | undefined, other: Run | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  if (one.kind === 'plural' && other.kind === 'plural') return one.pivot === other.pivot;
  if (one.kind === 'select' && other.kind === 'select') return one.pivot === other.pivot;
  return canonicalJson(one) === canonicalJson(other);
}

function runsLength(runs: Runs): number {
  return runs.reduce((length, run) => length + runLength(run), 0);
}
