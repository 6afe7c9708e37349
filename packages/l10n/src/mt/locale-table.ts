import type { LocaleId } from '@helve/flow';

/** Locales that a vendor supports, and its names for them. */
export interface LocaleTable {
  /** Languages under their own BCP 47 codes, with a space between. */
  readonly codes: string;
  /** Locales with another name there. */
  readonly names?: { readonly [locale: string]: string };
  /** Locales with another name as targets only. */
  readonly targets?: { readonly [locale: string]: string };
}

/**
 * Returns the vendor's name of a locale; undefined when it does not support it. The nearest known name counts, from the
 * whole tag over language and script, language and region, to the language; a language alone never stands for another
 * script.
 */
export function vendorLocale(table: LocaleTable, locale: LocaleId, side: 'source' | 'target'): string | undefined {
  const names = { ...table.names, ...(side === 'target' ? table.targets : {}) };
  const codes = new Set(table.codes.split(' '));
  for (const tag of tagsFrom(locale)) {
    const known = Object.hasOwn(names, tag) ? names[tag] : codes.has(tag) ? tag : undefined;
    if (known !== undefined) return known;
  }
  return undefined;
}

/** Lists tags from the most to the least specific. */
function tagsFrom(locale: LocaleId): readonly string[] {
  const { language, region, script } = new Intl.Locale(locale);
  const likely = new Intl.Locale(locale).maximize().script;
  const usual = new Intl.Locale(language).maximize().script;
  const scripted = likely === undefined ? [] : [`${language}-${likely}`];
  const placed = region === undefined ? [] : [`${language}-${region}`];
  const bare = likely === usual ? [language] : [];
  return [...new Set([locale, ...(script === undefined ? placed : []), ...scripted, ...placed, ...bare])];
}
