const rightToLeft: ReadonlySet<string> = new Set('Arab Hebr Thaa Syrc Nkoo Adlm Rohg Mand Samr Yezi Mend'.split(' '));

/** Returns the direction of text in a locale, by its script; `auto` for a name that is no language. */
export function directionOf(locale: string): 'ltr' | 'rtl' | 'auto' {
  const script = scriptOf(locale);
  if (script === undefined) return 'auto';
  return rightToLeft.has(script) ? 'rtl' : 'ltr';
}

function scriptOf(locale: string): string | undefined {
  try {
    return new Intl.Locale(locale).maximize().script;
  } catch {
    return undefined;
  }
}
