import { canonicalLocale, isSameLanguage } from '@helve/flow';
import type { ReadContext } from '@helve/flow/content';

/**
 * Returns the variant of a file's targets: its own language, else the requested one. A regional form of the requested
 * language, such as `de-DE` of `de`, is read under the name that the run has for it.
 */
export function toVariant(language: string | undefined, ctx: Pick<ReadContext, 'targetLocale'>): string {
  const own = language === undefined ? undefined : knownLocale(language);
  const { targetLocale } = ctx;
  if (own === undefined || targetLocale === undefined) return own ?? targetLocale ?? 'und';
  return own.startsWith(`${targetLocale}-`) && isSameLanguage(own, targetLocale) ? targetLocale : own;
}

/** Normalizes a language tag; undefined for an invalid one. */
export function knownLocale(tag: string): string | undefined {
  try {
    return canonicalLocale(tag.trim().replaceAll('_', '-'));
  } catch {
    return undefined;
  }
}
