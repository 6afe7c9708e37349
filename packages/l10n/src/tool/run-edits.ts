import { canonicalJson } from '@helve/core';
import { diffEdits, runLength, shapeLength, unitAt, units, type Run, type RunEdit, type Runs } from '@helve/flow';

/** The edits that make other content of some: unit by unit where the forms are the same; else everything is replaced. */
export function runEdits(before: Runs, after: Runs): readonly RunEdit[] {
  const [old, now] = [units(before), units(after)];
  const samePlaces = old.length === now.length && old.every(({ path }) => unitAt(after, path) !== undefined);
  if (!samePlaces) return [{ start: 0, end: shapeLength(before), replacement: after }];
  return old.flatMap(({ path, runs }) => unitEdits(runs, unitAt(after, path) ?? [], path));
}

/** The edits of one unit: what lies between the runs that both have in common at both ends. */
export function unitEdits(before: Runs, after: Runs, path: RunEdit['path']): readonly RunEdit[] {
  let head = 0;
  while (head < Math.min(before.length, after.length) && isSame(before[head], after[head])) head += 1;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && isSame(before.at(-1 - tail), after.at(-1 - tail))) tail += 1;
  const gone = before.slice(head, before.length - tail);
  const replacement = after.slice(head, after.length - tail);
  if (gone.length === 0 && replacement.length === 0) return [];
  const start = lengthOf(before.slice(0, head));
  const [only] = replacement;
  const [old] = gone;
  const place = path === undefined || path.length === 0 ? {} : { path };
  if (gone.length === 1 && replacement.length === 1 && old?.kind === 'text' && only?.kind === 'text') {
    return diffEdits(old.text, only.text).map((edit) => ({
      ...place,
      start: start + edit.start,
      end: start + edit.end,
      replacement: edit.text === '' ? [] : [{ kind: 'text', text: edit.text }],
    }));
  }
  return [{ ...place, start, end: start + lengthOf(gone), replacement }];
}

/** Forms are looked at in units of their own. */
function isSame(one: Run | undefined, other: Run | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  if (one.kind === 'plural' && other.kind === 'plural') return one.pivot === other.pivot;
  if (one.kind === 'select' && other.kind === 'select') return one.pivot === other.pivot;
  return canonicalJson(one) === canonicalJson(other);
}

function lengthOf(runs: Runs): number {
  return runs.reduce((length, run) => length + runLength(run), 0);
}
