import type { LocaleId } from '../contract/block.js';
import { isSameLanguage } from './is-same-language.js';

/**
 * Finds the locale that a file in another one serves best: its very own, else one with the same script and region, else
 * one of the same language. Of `pt` and `pt-BR`, a file in `pt` serves the first; of `pt-PT` and `pt-BR`, the second.
 */
export function closestLocale(locale: LocaleId, candidates: readonly LocaleId[]): LocaleId | undefined {
  if (candidates.includes(locale)) return locale;
  const alike = candidates.filter((candidate) => isSameLanguage(locale, candidate));
  return alike.find((candidate) => maximal(candidate) === maximal(locale)) ?? alike[0];
}

/** A locale with the script and region that it stands for. */
function maximal(locale: LocaleId): string {
  return new Intl.Locale(locale).maximize().toString();
}
