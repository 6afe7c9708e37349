import type { Path, PluralRun, Runs, SelectRun } from '@helve/flow';
import { exactNumberOf, formOf, formsOf, hasForms, containsForms, topPath } from '@helve/flow/content';
import { findOnlyNumber, hasCategory } from './plural-number.js';

/** Plural form that a unit of a target belongs to. */
export interface TargetForm {
  readonly pivot: string;
  /** A plural category, or an exact number such as `=0`. */
  readonly key: string;
  /** The only number that the form is for, if there is exactly one. */
  readonly onlyNumber: number | undefined;
  /** True for a form that the language lacks: a catalog has it for some numbers, by a rule of its own. */
  readonly isSpare: boolean;
  /** Content of the source for the category `other`. */
  readonly sourceOther: Runs;
}

/** A unit of a target with the unit of the source that it translates. */
export interface UnitPair {
  readonly source: Runs;
  readonly sourcePath: Path;
  readonly target: Runs;
  readonly path: Path;
  readonly form: TargetForm | undefined;
}

/**
 * Pairs every unit of a target with its source: the top units, and the forms of equal pivots. A category that the
 * source lacks is compared with `other`; forms with identical content are paired once.
 */
export function pairUnits(source: Runs, target: Runs, locale: string): readonly UnitPair[] {
  const pairs: UnitPair[] = [];
  addPairs(pairs, { source, sourcePath: topPath, target, path: topPath, form: undefined }, locale);
  return pairs;
}

function addPairs(pairs: UnitPair[], pair: UnitPair, locale: string): void {
  pairs.push(pair);
  if (!containsForms(pair.target)) return;
  const used = new Set<number>();
  for (const [index, run] of pair.target.entries()) {
    if (!hasForms(run)) continue;
    const at = pair.source.findIndex((each, position) => !used.has(position) && isSamePicker(each, run));
    const holder = pair.source[at];
    if (holder === undefined || !hasForms(holder)) continue;
    used.add(at);
    addForms(pairs, pair, { run, index, holder, at }, locale);
  }
}

interface Pickers {
  readonly run: PluralRun | SelectRun;
  readonly index: number;
  readonly holder: PluralRun | SelectRun;
  readonly at: number;
}

function addForms(pairs: UnitPair[], outer: UnitPair, { run, index, holder, at }: Pickers, locale: string): void {
  const seen = new Set<Runs>();
  const sourceOther = formOf(holder, 'other') ?? [];
  for (const [key, target] of formsOf(run)) {
    if (seen.has(target)) continue;
    seen.add(target);
    const own = formOf(holder, key);
    const inner: UnitPair = {
      source: own ?? sourceOther,
      sourcePath: stepInto(outer.sourcePath, at, own === undefined ? 'other' : key),
      target,
      path: stepInto(outer.path, index, key),
      form: run.kind === 'plural' ? formIn(run, key, sourceOther, locale) : outer.form,
    };
    addPairs(pairs, inner, locale);
  }
}

function stepInto(path: Path, run: number, form: string): Path {
  return Object.freeze([...path, Object.freeze({ run, form })]);
}

function formIn({ pivot, ordinal }: PluralRun, key: string, sourceOther: Runs, locale: string): TargetForm {
  const exact = exactNumberOf(key);
  const onlyNumber = exact ?? findOnlyNumber(locale, ordinal === true, key);
  const isSpare = exact === undefined && !hasCategory(locale, ordinal === true, key);
  return { pivot, key, onlyNumber, isSpare, sourceOther };
}

function isSamePicker(one: Runs[number], other: PluralRun | SelectRun): boolean {
  return one.kind === other.kind && one.pivot === other.pivot;
}
