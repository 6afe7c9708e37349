const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** True when the language of a locale is one that people know by name; `german` is a valid tag of none. */
export function isKnownLanguage(locale: string): boolean {
  return languageNames.of(new Intl.Locale(locale).language) !== undefined;
}
