import type { LocaleId, Run, Runs } from '@helve/flow';
import { formOf, hasForms, units } from '@helve/flow/content';
import { hasContent } from './has-content.js';
import { countingCategories } from './plural-number.js';

/** Formats that spread the forms of a plural over entries of their own, so that some of them may be missing. */
const spreadingFormats: ReadonlySet<string> = new Set(['androidxml', 'i18next', 'stringsdict', 'xcstrings', 'yaml']);

/**
 * True when a translation in a file of this format lacks forms that counting in its language needs. In one message the
 * form for other numbers may stand for all, and a catalog says itself which forms it has.
 */
export function lacksForms(target: Runs, locale: LocaleId, format: string | undefined): boolean {
  if (format === undefined || !spreadingFormats.has(format)) return false;
  return units(target).some(({ runs }) => runs.some((run) => lacksForm(run, locale)));
}

function lacksForm(run: Run, locale: LocaleId): boolean {
  if (!hasForms(run) || run.kind !== 'plural') return false;
  const needed = countingCategories(locale, run.ordinal === true) ?? [];
  return [...needed].some((category) => !hasContent(formOf(run, category) ?? []));
}
