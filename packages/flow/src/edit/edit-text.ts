import type { RunEdit, SideEdit } from '../contract/edit.js';
import type { Path, Runs } from '../contract/run.js';
import { codePointLength } from '../content/text/code-point.js';
import { textRun } from '../content/run/normalise-runs.js';
import { pathText } from '../content/run/path.js';
import { unitAt } from '../content/run/units.js';
import type { TextEdit } from './diff-edits.js';
import { emptiedPairs } from './emptied-pairs.js';
import { shapeSlices, joinSlices, type ShapeSlice } from './shape-slices.js';

/** Facts that a tool states about its changes of text. */
export interface EditTextOptions {
  /** Only the looks change (case, width, white space, escapes): marks stay. */
  readonly keepsMeaning?: boolean;
}

/**
 * Turns replacements over the text of one unit, in code points and in order, into edits that keep inline codes: pairs
 * with text left stay balanced, what may not be deleted moves behind the replacement, plurals and selects stay.
 */
export function editText(
  runs: Runs,
  path: Path | undefined,
  replacements: readonly TextEdit[],
  options: EditTextOptions = {},
): SideEdit {
  const unit = unitAt(runs, path);
  if (unit === undefined) throw new RangeError(`Cannot edit the text: there is no unit at "${pathText(path)}"`);
  checkOrder(unit, replacements);
  const cuts = shapeSlices(
    unit,
    replacements.filter(({ start, end, text }) => start < end || text !== ''),
  );
  const all = joinSlices([...cuts, ...emptiedPairs(unit, cuts)]);
  return { edits: all.map((cut) => toEdit(cut, path, options.keepsMeaning)) };
}

function checkOrder(unit: Runs, replacements: readonly TextEdit[]): void {
  let length = 0;
  for (const run of unit) if (run.kind === 'text') length += codePointLength(run.text);
  let from = 0;
  for (const { start, end } of replacements) {
    if (!(Number.isInteger(start) && Number.isInteger(end) && from <= start && start <= end && end <= length)) {
      throw new RangeError(`Cannot edit the text: ${start} to ${end} is out of order or outside of 0 to ${length}`);
    }
    from = end;
  }
}

function toEdit({ start, end, text }: ShapeSlice, path: Path | undefined, keepsMeaning: boolean | undefined): RunEdit {
  return {
    ...(path === undefined || path.length === 0 ? {} : { path }),
    start,
    end,
    replacement: text === '' ? [] : [textRun(text)],
    ...(keepsMeaning === true ? { keepsMeaning } : {}),
  };
}
