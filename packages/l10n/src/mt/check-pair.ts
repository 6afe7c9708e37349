import type { LocaleId, PromptLocales, ResolverFinding } from '@helve/flow';
import { l10nErrors } from '../l10n-errors.js';
import type { MtEngine } from './contract.js';
import { vendorLocale } from './locale-table.js';

/** Creates the error for a pair that an engine does not support. */
export function pairUnsupported(
  engine: string,
  from: LocaleId,
  to: LocaleId,
  problem = 'it does not support one of them',
) {
  return l10nErrors.create('L10N_PAIR_UNSUPPORTED', { engine, from, to, problem });
}

/** Finds the locales of a run that an engine does not support. */
export function checkPairs({ id, locales }: MtEngine, { source, targets }: PromptLocales): readonly ResolverFinding[] {
  const unknown = [
    ...(vendorLocale(locales, source, 'source') === undefined ? [source] : []),
    ...targets.filter((target) => vendorLocale(locales, target, 'target') === undefined),
  ];
  return unknown.map((locale) => ({
    severity: 'error',
    rule: 'pair-unsupported',
    message: `"${locale}" is not a locale that ${id} supports`,
    hint: 'Choose another engine, or a locale that the engine supports',
  }));
}
