import type { BlockView, PluralRun } from '@helve/flow';
import { formOf, formsOf, hasForms, containsForms, pluralSamples, topPath, variantLocale } from '@helve/flow/content';
import type { FindingDraft } from '../../check/finding-draft.js';
import { countingCategories } from '../../check/plural-number.js';
import { runRangeIn, type LocatedUnit } from '../../check/unit-range.js';
import { toDraft } from './qa-pair.js';

/**
 * Checks that every plural of a target has the forms of its language, and no others. The header of a catalog may ask for
 * others, and for one form where numbers change nothing, as in Turkish; but never for fewer than the Slavic languages need.
 */
export function checkPluralForms(view: BlockView, variant: string, hasHeader: boolean, found: FindingDraft[]): void {
  const target = view.target(variant)?.runs;
  if (target === undefined || !containsForms(target)) return;
  const drafts: FindingDraft[] = [];
  addPlurals({ runs: target, path: topPath }, variant, drafts);
  found.push(...(hasHeader ? drafts.filter(isNeededAnyway) : drafts));
}

function isNeededAnyway({ severity, subject }: FindingDraft): boolean {
  return severity !== 'minor' && (subject === 'few' || subject === 'many');
}

function addPlurals(unit: LocatedUnit, variant: string, found: FindingDraft[]): void {
  unit.runs.forEach((run, index) => {
    if (!hasForms(run)) return;
    if (run.kind === 'plural') addForms(run, unit, index, variant, found);
    for (const [form, runs] of formsOf(run)) {
      if (containsForms(runs)) addPlurals({ runs, path: [...unit.path, { run: index, form }] }, variant, found);
    }
  });
}

function addForms(run: PluralRun, unit: LocatedUnit, index: number, variant: string, found: FindingDraft[]): void {
  const locale = variantLocale(variant);
  const ordinal = run.ordinal === true;
  const needed = countingCategories(locale, ordinal);
  if (needed === undefined) return;
  for (const category of needed) {
    if (formOf(run, category) !== undefined) continue;
    const message = `The plural of "${run.pivot}" has no form "${category}", which ${languageName(locale)} needs`;
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
    if (form === undefined || key.startsWith('=') || needed.has(key) || isUsed(key, locale, ordinal)) continue;
    const message = `The plural of "${run.pivot}" has a form "${key}", which ${languageName(locale)} never uses`;
    found.push(
      toDraft({ variant }, 'qa.plural-forms', message, {
        range: runRangeIn(unit, index),
        subject: key,
        suggestion: `Remove "${key}"`,
        severity: 'minor',
      }),
    );
  }
}

/** True when a category is used; some are for fractions and millions alone. */
function isUsed(key: string, locale: string, ordinal: boolean): boolean {
  return pluralSamples(locale, ordinal)?.some(({ category }) => category === key) ?? false;
}

// Created for the first message that needs it, since it loads much data.
let names: Intl.DisplayNames | undefined;

function languageName(locale: string): string {
  names ??= new Intl.DisplayNames('en', { type: 'language' });
  return names.of(locale) ?? locale;
}
