import { formOf, hasForms, pluralSamples, units, variantLocale, type BlockView, type PluralRun } from '@helve/flow';
import type { FindingDraft } from '../../check/finding-draft.js';
import { countingCategories } from '../../check/plural-number.js';
import { runRangeIn, type PlacedUnit } from '../../check/unit-place.js';
import { toDraft } from './qa-pair.js';

/** Every plural of a target must have the forms of its language, and no others. */
export function checkPluralForms(view: BlockView, variant: string, found: FindingDraft[]): void {
  const target = view.target(variant)?.runs;
  if (target === undefined || !target.some(hasForms)) return;
  for (const { runs, path } of units(target)) {
    runs.forEach((run, index) => {
      if (run.kind === 'plural') addForms(run, { runs, path }, index, variant, found);
    });
  }
}

function addForms(run: PluralRun, unit: PlacedUnit, index: number, variant: string, found: FindingDraft[]): void {
  const locale = variantLocale(variant);
  const ordinal = run.ordinal === true;
  const needed = countingCategories(locale, ordinal);
  if (needed === undefined) return;
  const usable = new Set<string>(pluralSamples(locale, ordinal)?.map(({ category }) => category));
  for (const category of needed) {
    if (formOf(run, category) !== undefined) continue;
    const message = `The plural of "${run.pivot}" has no form "${category}", which ${nameOf(locale)} needs`;
    const suggestion = `Add "${category}"`;
    found.push(
      toDraft({ variant }, 'qa.plural-forms', message, {
        range: runRangeIn(unit, index),
        subject: category,
        suggestion,
      }),
    );
  }
  for (const [key, form] of Object.entries(run.forms)) {
    if (form === undefined || key.startsWith('=') || usable.has(key)) continue;
    const message = `The plural of "${run.pivot}" has a form "${key}", which ${nameOf(locale)} never uses`;
    found.push(
      toDraft({ variant }, 'qa.plural-forms', message, {
        range: runRangeIn(unit, index),
        subject: key,
        suggestion: `Take "${key}" out`,
        severity: 'minor',
      }),
    );
  }
}

// Made for the first message that needs it, since it reads much data.
let names: Intl.DisplayNames | undefined;

function nameOf(locale: string): string {
  names ??= new Intl.DisplayNames('en', { type: 'language' });
  return names.of(locale) ?? locale;
}
