import type { LocaleId } from '@helve/flow';

interface Subtags {
  readonly language: string;
  readonly script: string | undefined;
  /** Only if the tag names one. */
  readonly region: string | undefined;
}

const known = new Map<LocaleId, Subtags>();

/**
 * True when a term of one locale may be used in a text of another: language and script are equal, and so is the region
 * if both name one.
 */
export function fitsLocale(one: LocaleId, other: LocaleId): boolean {
  if (one === other) return true;
  const [a, b] = [toSubtags(one), toSubtags(other)];
  if (a.language !== b.language || a.script !== b.script) return false;
  return a.region === undefined || b.region === undefined || a.region === b.region;
}

function toSubtags(tag: LocaleId): Subtags {
  const found = known.get(tag) ?? readSubtags(tag);
  known.set(tag, found);
  return found;
}

function readSubtags(tag: LocaleId): Subtags {
  const { language, region } = new Intl.Locale(tag);
  return { language, script: new Intl.Locale(tag).maximize().script, region };
}
