import { canonicalLocale } from '@helve/flow';
import type { ReadContext } from '@helve/flow/content';

/** Returns the variant of a file's targets: its own language, else the requested one. */
export function toVariant(language: string | undefined, ctx: Pick<ReadContext, 'targetLocale'>): string {
  return (language === undefined ? undefined : knownLocale(language)) ?? ctx.targetLocale ?? 'und';
}

/** Normalizes a language tag; undefined for an invalid one. */
export function knownLocale(tag: string): string | undefined {
  try {
    return canonicalLocale(tag.trim().replaceAll('_', '-'));
  } catch {
    return undefined;
  }
}
