import type { RunEdit } from '../contract/edit.js';
import type { Path, Run, Runs } from '../contract/run.js';
import { formsOf, withForms } from '../content/run/form.js';
import { hasForms, normaliseRuns, textRun } from '../content/run/normalise-runs.js';
import { pathText, topPath } from '../content/run/path.js';
import { runLength } from '../content/run/run-range.js';
import type { UnitEdits } from './unit-edits.js';

/** The content that edits in their places make of the old one. */
export function buildRuns(oldRuns: Runs, byUnit: UnitEdits): Runs {
  if (byUnit.size === 0) return normaliseRuns(oldRuns);
  const topOnly = byUnit.size === 1 && byUnit.has('');
  return normaliseRuns(topOnly ? spliceUnit(oldRuns, byUnit.get('') ?? []) : buildUnit(oldRuns, topPath, byUnit));
}

/** Inner units first, since their places are counted in the old ones. */
function buildUnit(unit: Runs, path: Path, byUnit: UnitEdits): Runs {
  const rebuilt = unit.map((run, index) => {
    if (!hasForms(run)) return run;
    const forms = formsOf(run).map(([form, runs]) => {
      return [form, normaliseRuns(buildUnit(runs, [...path, { run: index, form }], byUnit))] as const;
    });
    return withForms(run, forms);
  });
  return spliceUnit(rebuilt, byUnit.get(pathText(path)) ?? []);
}

function spliceUnit(unit: Runs, edits: readonly RunEdit[]): Runs {
  const result: Run[] = [];
  const cursor = new Cursor(unit);
  for (const { start, end, replacement } of edits) {
    cursor.moveTo(start, result);
    cursor.moveTo(end);
    for (const run of replacement) result.push(run);
  }
  cursor.moveTo(Infinity, result);
  return result;
}

/** A place in a unit that only moves on, so that however many edits pass over a text once. */
class Cursor {
  readonly #unit: Runs;
  #run = 0;
  #at = 0;
  /** The UTF-16 index in the text of the current run. */
  #index = 0;
  /** The coordinate at which the current run ends, once it is known. */
  #end: number | undefined;

  constructor(unit: Runs) {
    this.#unit = unit;
  }

  /** Goes to a coordinate and hands over what it passes. */
  moveTo(coordinate: number, passed?: Run[]): void {
    for (let run = this.#unit[this.#run]; run !== undefined && this.#at < coordinate; run = this.#unit[this.#run]) {
      this.#end ??= this.#at + runLength(run);
      if (this.#end > coordinate) this.#moveInside(run, coordinate, passed);
      else this.#moveOver(run, this.#end, passed);
    }
  }

  #moveOver(run: Run, end: number, passed: Run[] | undefined): void {
    passed?.push(run.kind === 'text' && this.#index > 0 ? textRun(run.text.slice(this.#index)) : run);
    this.#run += 1;
    this.#at = end;
    this.#index = 0;
    this.#end = undefined;
  }

  #moveInside(run: Run, coordinate: number, passed: Run[] | undefined): void {
    const text = run.kind === 'text' ? run.text : '';
    const from = this.#index;
    for (; this.#at < coordinate; this.#at += 1) this.#index += (text.codePointAt(this.#index) ?? 0) > 0xffff ? 2 : 1;
    passed?.push(textRun(text.slice(from, this.#index)));
  }
}
