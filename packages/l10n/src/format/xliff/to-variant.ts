import { canonicalLocale, isSameLanguage } from '@helve/flow';
import type { ReadContext } from '@helve/flow/content';
import { languageWithFile } from '../po/language-with-file.js';

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

/** Languages that an XLIFF file states for its two sides. */
export interface StatedLanguages {
  readonly source: string | undefined;
  readonly target: string | undefined;
}

/** Returns the target language of a file: as stated, else by its name, such as `messages.fr.xlf`, unless that is its source. */
export function targetLanguage({ source, target }: StatedLanguages, document: string): string | undefined {
  if (target !== undefined) return target;
  const named = languageWithFile('', document);
  return named === '' || named === knownLocale(source ?? '') ? undefined : named;
}

/** Normalizes a language tag; undefined for an invalid one. */
export function knownLocale(tag: string): string | undefined {
  try {
    return canonicalLocale(tag.trim().replaceAll('_', '-'));
  } catch {
    return undefined;
  }
}
