import { canonicalLocale, type ReadContext } from '@helve/flow';

/** The variant of a file's targets: its own language, else the one that is asked for. */
export function variantOf(language: string | undefined, ctx: Pick<ReadContext, 'targetLocale'>): string {
  return (language === undefined ? undefined : knownLocale(language)) ?? ctx.targetLocale ?? 'und';
}

/** A language tag as flows write it, or nothing when it is none. */
export function knownLocale(tag: string): string | undefined {
  try {
    return canonicalLocale(tag.trim().replaceAll('_', '-'));
  } catch {
    return undefined;
  }
}
