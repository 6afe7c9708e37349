import type { LocaleId } from '@helve/flow';

/** Which locales a vendor knows, and what it calls them. */
export interface LocaleTable {
  /** Languages under their own BCP 47 codes, with a space between. */
  readonly codes: string;
  /** Locales that have another name there. */
  readonly names?: { readonly [locale: string]: string };
  /** The same for targets alone. */
  readonly targets?: { readonly [locale: string]: string };
}

/**
 * What a vendor calls a locale; undefined when it does not know it. The nearest known name counts, from the whole tag
 * over language and script, language and region, to the language; a language alone never stands for another script.
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

/** From the most to the least exact. */
function tagsFrom(locale: LocaleId): readonly string[] {
  const { language, region, script } = new Intl.Locale(locale);
  const likely = new Intl.Locale(locale).maximize().script;
  const usual = new Intl.Locale(language).maximize().script;
  const scripted = likely === undefined ? [] : [`${language}-${likely}`];
  const placed = region === undefined ? [] : [`${language}-${region}`];
  const bare = likely === usual ? [language] : [];
  return [...new Set([locale, ...(script === undefined ? placed : []), ...scripted, ...placed, ...bare])];
}
