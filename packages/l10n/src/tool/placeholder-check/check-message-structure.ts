import { units, type PluralRun, type RunRange, type Runs, type SelectRun } from '@helve/flow';
import { formOf, containsForms, variantLocale } from '@helve/flow/content';
import { countingCategories } from '../../check/plural-number.js';
import { wholeUnit } from '../../check/unit-range.js';
import type { PlaceholderSides } from './read-sides.js';

/** A fault in the selection of a message's forms. */
export interface StructureFault {
  readonly rule: 'placeholder.cases' | 'placeholder.plural-forms';
  readonly message: string;
  readonly subject: string;
  readonly suggestion: string;
  readonly range: RunRange;
}

/** Checks that a select has the cases of the program, and a plural in a text the forms of its language. */
export function checkMessageStructure(
  { source, target }: PlaceholderSides,
  variant: string,
): readonly StructureFault[] {
  const [from, to] = [source.message ?? source.runs, target.message ?? target.runs];
  if (!containsForms(from) || !containsForms(to)) return [];
  const range = wholeUnit({ runs: target.runs, path: [] });
  const cases = selectsIn(to).flatMap((select) => compareCases(select, selectsIn(from), range));
  // qa-check checks the plurals that a format has parsed.
  const mayLack = target.message === undefined || pluralsIn(from).every(({ forms }) => Object.keys(forms).length === 1);
  const plurals = mayLack ? [] : pluralsIn(to).flatMap((plural) => formsLost(plural, variant, range));
  return [...cases, ...plurals];
}

function selectsIn(runs: Runs): readonly SelectRun[] {
  return units(runs).flatMap((unit) => unit.runs.filter((run) => run.kind === 'select'));
}

function pluralsIn(runs: Runs): readonly PluralRun[] {
  return units(runs).flatMap((unit) => unit.runs.filter((run) => run.kind === 'plural'));
}

function compareCases({ pivot, cases }: SelectRun, models: readonly SelectRun[], range: RunRange): StructureFault[] {
  const wanted = new Set(models.filter((model) => model.pivot === pivot).flatMap((model) => Object.keys(model.cases)));
  if (wanted.size === 0) return [];
  const rule = 'placeholder.cases';
  const missing = [...wanted].filter((key) => !Object.hasOwn(cases, key));
  const extra = Object.keys(cases).filter((key) => !wanted.has(key));
  return [
    ...missing.map((subject) => ({
      rule,
      message: `The select of "${pivot}" has no case "${subject}"`,
      subject,
      suggestion: `Add "${subject}"`,
      range,
    })),
    ...extra.map((subject) => ({
      rule,
      message: `The select of "${pivot}" has a case "${subject}", which is not in the source`,
      subject,
      suggestion: `Remove "${subject}"`,
      range,
    })),
  ] as StructureFault[];
}

function formsLost(run: PluralRun, variant: string, range: RunRange): StructureFault[] {
  const needed = countingCategories(variantLocale(variant), run.ordinal === true) ?? new Set<string>();
  const lost = [...needed].filter((category) => formOf(run, category) === undefined);
  return lost.map((subject) => ({
    rule: 'placeholder.plural-forms',
    message: `The plural of "${run.pivot}" has no form "${subject}"`,
    subject,
    suggestion: `Add "${subject}"`,
    range,
  }));
}
