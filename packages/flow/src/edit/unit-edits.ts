import type { RunEdit } from '../contract/edit.js';
import type { Path, Runs } from '../contract/run.js';
import { pathText } from '../content/run/path.js';
import { runStarts, shapeLength } from '../content/run/run-range.js';
import { unitAt } from '../content/run/units.js';

/** Edits by the unit they are for; the top unit has the empty key. */
export type UnitEdits = ReadonlyMap<string, readonly RunEdit[]>;

/** Sorts edits into their units and keeps the order in each. */
export function unitEdits(edits: readonly RunEdit[]): UnitEdits {
  const byUnit = new Map<string, RunEdit[]>();
  for (const edit of edits) {
    const key = pathText(edit.path);
    const known = byUnit.get(key);
    if (known === undefined) byUnit.set(key, [edit]);
    else known.push(edit);
  }
  return byUnit;
}

/** Finds an edit outside of its unit or before its predecessor, and describes the fault. */
export function misplacedEdit(runs: Runs, byUnit: UnitEdits): string | undefined {
  for (const [key, edits] of byUnit) {
    const path = edits[0]?.path;
    const unit = unitAt(runs, path);
    if (unit === undefined) return `there is no unit at "${key}"`;
    const fault = findMisplaced(edits, shapeLength(unit)) ?? (path && underReplaced(runs, path, byUnit));
    if (fault !== undefined) return key === '' ? fault : `${fault}, in "${key}"`;
  }
  return undefined;
}

function findMisplaced(edits: readonly RunEdit[], length: number): string | undefined {
  let from = 0;
  for (const { start, end } of edits) {
    const stretch = `the edit ${start} to ${end}`;
    if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0 || start > end || end > length) {
      return `${stretch} is out of bounds of 0 to ${length}`;
    }
    if (start < from) return `${stretch} is unsorted or overlaps the one before`;
    from = end;
  }
  return undefined;
}

/** A form cannot be edited and go with its plural at once. */
function underReplaced(runs: Runs, path: Path, byUnit: UnitEdits): string | undefined {
  for (const [depth, { run }] of path.entries()) {
    const outer = path.slice(0, depth);
    const position = runStarts(unitAt(runs, outer) ?? [])[run] ?? 0;
    const covering = byUnit.get(pathText(outer))?.find(({ start, end }) => start <= position && position < end);
    if (covering !== undefined) return `the edit ${covering.start} to ${covering.end} overlaps an edit inside it`;
  }
  return undefined;
}
