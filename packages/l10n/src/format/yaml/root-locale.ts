import { basename } from 'node:path/posix';
import type { LocaleId } from '@helve/flow';
import { knownLocale } from '../xliff/to-variant.js';
import type { YamlOptions } from './options.js';
import type { RootKey } from './parse.js';

/** True when the only root key of a file is its locale, which names leave out. */
export function isRootLocale(
  { key }: RootKey,
  rootLocales: YamlOptions['rootLocales'],
  { document, sourceLocale }: { readonly document: string; readonly sourceLocale: string },
): boolean {
  if (rootLocales === 'none' || !isLocaleKey(key)) return false;
  return rootLocales === 'single' || toTag(key) === toTag(sourceLocale) || namesIn(document).includes(toTag(key));
}

/** Lists what may be a locale in the name of a file: `en` and `devise.en` of `devise.en.yml`. */
function namesIn(document: string): readonly string[] {
  const stem = basename(document.replaceAll('\\', '/')).replace(/\.ya?ml$/iu, '');
  return [stem, ...stem.split('.')].map(toTag);
}

function toTag(text: string): string {
  return text.replaceAll('_', '-').toLowerCase();
}

/** The root key of a file of all languages that is the source: that of the source locale, else the first locale. */
export function sourceRoot(names: readonly string[], sourceLocale: string): string | undefined {
  const locales = names.filter(isLocaleKey);
  return locales.find((name) => toTag(name) === toTag(sourceLocale)) ?? locales[0];
}

/** The locale that a root key names; undefined for any other key. */
export function localeOfRoot(name: string): LocaleId | undefined {
  return isLocaleKey(name) ? knownLocale(name) : undefined;
}

function isLocaleKey(key: string): boolean {
  return /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/iu.test(key);
}
