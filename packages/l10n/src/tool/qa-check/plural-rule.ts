import type { BlockView, PluralRun } from '@helve/flow';
import {
  formOf,
  formsOf,
  hasForms,
  containsForms,
  pluralCategories,
  pluralSamples,
  topPath,
  variantLocale,
} from '@helve/flow/content';
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
  addPlurals({ runs: target, path: topPath }, { variant, hasHeader }, found);
}

interface PluralScene {
  readonly variant: string;
  /** True where the header of a catalog may ask for other forms. */
  readonly hasHeader: boolean;
}

function addPlurals(unit: LocatedUnit, scene: PluralScene, found: FindingDraft[]): void {
  unit.runs.forEach((run, index) => {
    if (!hasForms(run)) return;
    if (run.kind === 'plural') addForms(run, unit, index, scene, found);
    for (const [form, runs] of formsOf(run)) {
      if (containsForms(runs)) addPlurals({ runs, path: [...unit.path, { run: index, form }] }, scene, found);
    }
  });
}

/** Forms that a language needs, whatever the header of a catalog says. */
const neededAnyway: ReadonlySet<string> = new Set(['few', 'many']);

function addForms(
  run: PluralRun,
  unit: LocatedUnit,
  index: number,
  { variant, hasHeader }: PluralScene,
  found: FindingDraft[],
): void {
  const locale = variantLocale(variant);
  const ordinal = run.ordinal === true;
  const needed = countingCategories(locale, ordinal);
  if (needed === undefined) return;
  const range = runRangeIn(unit, index);
  const missing = pluralCategories.filter(
    (key) => needed.has(key) && formOf(run, key) === undefined && (!hasHeader || neededAnyway.has(key)),
  );
  if (missing.length > 0) {
    const keys = listed(missing);
    const noun = missing.length === 1 ? 'form' : 'forms';
    const message = `The plural of "${run.pivot}" has no ${noun} ${keys}, which ${languageName(locale)} needs`;
    const subject = missing.join(' ');
    found.push(toDraft({ variant }, 'qa.plural-forms', message, { range, subject, suggestion: `Add ${keys}` }));
  }
  if (hasHeader) return;
  for (const [key, form] of Object.entries(run.forms)) {
    if (form === undefined || key.startsWith('=') || needed.has(key) || isUsed(key, locale, ordinal)) continue;
    const message = `The plural of "${run.pivot}" has a form "${key}", which ${languageName(locale)} never uses`;
    const suggestion = `Remove "${key}"`;
    found.push(
      toDraft({ variant }, 'qa.plural-forms', message, { range, subject: key, suggestion, severity: 'minor' }),
    );
  }
}

/** Writes names as people list them: `"one", "few" and "many"`. */
function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} and ${last}`;
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
