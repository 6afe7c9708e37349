import { isKnownLanguage } from '@helve/flow';
import { toLocale } from './header.js';

/** A locale name of gettext that says more than a language: `pt_BR`, `sr@latin`, `zh_Hant`. */
const detailed = /^[a-z]{2,3}(?:[_-][A-Z][a-z]{3})?(?:[_-](?:[A-Z]{2}|[0-9]{3}))?(?:@[a-z]{4,8})?$/u;

/** A locale behind the name of a program: `app.de.po`, `theme-pt_BR.po`; without a country only behind a dot. */
const suffixed = /[.]([a-z]{2,3}(?:_[A-Z]{2})?(?:@[a-z]{4,8})?)$|[_-]([a-z]{2,3}_[A-Z]{2})$/u;

/**
 * Returns the language of a catalog or of XLIFF, in more detail where the name of its file has some: in `sr@latin.po` and
 * `ca@valencia/LC_MESSAGES/app.po` the header often says only `sr` and `ca`. Without a header, `pl.po` and `app.pl.po` are
 * Polish.
 */
export function languageWithFile(language: string, file: string): string {
  const folders = file.split(/[/\\]/u);
  const name = folders.at(-1)?.replace(/[.](?:po|xlf|xliff)$/iu, '') ?? '';
  const folder = folders.at(-2) === 'LC_MESSAGES' ? (folders.at(-3) ?? '') : '';
  const found = [name, folder].filter((each) => detailed.test(each)).map(toLocale);
  if (language === '') {
    const [, dotted, joined] = suffixed.exec(name) ?? [];
    const all = [...found, toLocale(dotted ?? joined ?? '')];
    return all.find((locale) => locale !== '' && isKnownLanguage(locale)) ?? '';
  }
  return found.find((locale) => locale.startsWith(`${language}-`)) ?? language;
}
