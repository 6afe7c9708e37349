import type { Runs } from '@helve/flow';
import { formOf, formsOf, hasForms, pluralCategories, pluralSamples, withForms } from '@helve/flow/content';
import { createCategoryFunction, largeNumber, sampleNumbers } from '../../format/po/plural-rule.js';

/**
 * Adds the plural forms of a language that a translation may lack, since gettext has none for them: those for fractions
 * or for millions alone. They say what the form for all other numbers says.
 *
 *     cs   one few other   ─▶   one few many other        many is for fractions
 */
export function withRareForms(runs: Runs, locale: string): Runs {
  if (!runs.some(hasForms)) return runs;
  return runs.map((run) => {
    if (!hasForms(run)) return run;
    const forms = formsOf(run).map(([key, form]): [string, Runs] => [key, withRareForms(form, locale)]);
    if (run.kind !== 'plural' || run.ordinal === true) return withForms(run, forms);
    const other = new Map(forms).get('other') ?? [];
    const lacking = rareCategories(locale).filter((category) => formOf(run, category) === undefined);
    return withForms(run, [...forms, ...lacking.map((category): [string, Runs] => [category, other])]);
  });
}

const known = new Map<string, readonly string[]>();

/** Categories of a language that no whole number below a million has. */
function rareCategories(locale: string): readonly string[] {
  const found = known.get(locale);
  if (found !== undefined) return found;
  const select = createCategoryFunction(locale);
  const common = new Set<string>(select && sampleNumbers.filter((number) => number < largeNumber).map(select));
  const own = new Set<string>(pluralSamples(locale, false)?.map(({ category }) => category));
  const rare = select === undefined ? [] : pluralCategories.filter((name) => own.has(name) && !common.has(name));
  known.set(locale, rare);
  return rare;
}
