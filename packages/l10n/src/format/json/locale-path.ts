import type { LocaleId } from '@helve/flow';
import { knownLocale } from '../xliff/to-variant.js';

/** Path of the messages of a browser extension: `src/_locales/`, `pt_BR`, `/messages.json`. */
const folder = /^(?<before>(?:.*[\\/])?_locales[\\/])(?<locale>[^\\/]+)(?<behind>[\\/][^\\/]+)$/u;

/** Returns the path of the translation of a file of a browser extension; other files follow the general rules. */
export function jsonLocalePath(path: string, _: LocaleId, target: LocaleId): string | undefined {
  const { before, behind = '' } = folder.exec(path)?.groups ?? {};
  return before === undefined ? undefined : `${before}${target.replaceAll('-', '_')}${behind}`;
}

/** Returns the locale of the folder of a browser extension. */
export function jsonLocaleOfPath(path: string): LocaleId | undefined {
  const { locale } = folder.exec(path)?.groups ?? {};
  return locale === undefined ? undefined : knownLocale(locale);
}
