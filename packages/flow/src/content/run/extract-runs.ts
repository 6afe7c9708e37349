import type { Run, RunRange, Runs, TextRun } from '../../contract/run.js';
import { createCodePointIndex, lastAtMost, type CodePointIndex } from '../text/code-point.js';
import { normaliseRuns, textRun } from './normalise-runs.js';
import { runStarts, shapeSpan } from './run-range.js';
import { unitAt } from './units.js';
import { partnerOf } from './vocabulary.js';

export interface ExtractOptions {
  /** Adds the other half of a pair that the range cuts. */
  readonly balance?: boolean;
}

/** The content of a range: texts are cut at its ends, codes are kept whole. */
export function extractRuns(runs: Runs, range: RunRange, options: ExtractOptions = {}): Runs {
  const unit = unitAt(runs, range.path) ?? [];
  const { start, end } = shapeSpan(runs, range);
  const [first, extracted] = cut(unit, start, end);
  return normaliseRuns(options.balance === true ? balanced(unit, first, extracted) : extracted);
}

/** The content between two coordinates of a unit. */
export function sliceUnit(unit: Runs, start: number, end: number): Runs {
  return normaliseRuns(cut(unit, start, end)[1]);
}

function cut(unit: Runs, start: number, end: number): readonly [firstRun: number, taken: readonly Run[]] {
  if (start >= end) return [unit.length, []];
  const starts = runStarts(unit);
  const extracted: Run[] = [];
  const first = Math.max(lastAtMost(starts, start), 0);
  for (let index = first; index < unit.length; index += 1) {
    const run = unit[index];
    const [at, next] = [starts[index] ?? 0, starts[index + 1] ?? 0];
    if (run === undefined || at >= end) break;
    if (next <= start) continue;
    extracted.push(
      run.kind === 'text' ? textPart(run, Math.max(start - at, 0), Math.min(end, next) - at, next - at) : run,
    );
  }
  return [first, extracted];
}

const indexes = new WeakMap<TextRun, CodePointIndex>();

function textPart(run: TextRun, from: number, to: number, length: number): TextRun {
  if (from === 0 && to === length) return run;
  if (length === run.text.length) return textRun(run.text.slice(from, to));
  let index = indexes.get(run);
  if (index === undefined) indexes.set(run, (index = createCodePointIndex(run.text)));
  return textRun(run.text.slice(index.toIndex(from), index.toIndex(to)));
}

function balanced(unit: Runs, first: number, extracted: readonly Run[]): readonly Run[] {
  const last = first + extracted.length;
  const before: Run[] = [];
  const after: Run[] = [];
  for (let index = first; index < last; index += 1) {
    const partner = partnerOf(unit, index);
    const half = partner === undefined ? undefined : unit[partner];
    if (partner === undefined || half === undefined) continue;
    // Pairs nest, so the first opener that is missing is the innermost one, and the first closer the outermost.
    if (partner < first) before.unshift(half);
    if (partner >= last) after.unshift(half);
  }
  return [...before, ...extracted, ...after];
}
