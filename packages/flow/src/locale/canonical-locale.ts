import type { LocaleId } from '../contract/block.js';
import { flowErrors } from '../flow-errors.js';

const known = new Map<string, LocaleId>();
const maxKnown = 1000;

/** A BCP 47 tag in canonical form, for every place where locales enter; comparing is exact after that. */
export function canonicalLocale(tag: string): LocaleId {
  const found = known.get(tag) ?? canonicalise(tag);
  if (known.size < maxKnown) known.set(tag, found);
  return found;
}

function canonicalise(tag: string): LocaleId {
  try {
    const [locale] = Intl.getCanonicalLocales(tag);
    if (locale !== undefined) return locale;
  } catch (cause) {
    throw flowErrors.create('FLOW_CONTENT', { problem: `"${tag}" is not a BCP 47 locale` }, { cause });
  }
  throw flowErrors.create('FLOW_CONTENT', { problem: `"${tag}" is not a BCP 47 locale` });
}
