import { basename } from 'node:path/posix';
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

function isLocaleKey(key: string): boolean {
  return /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/iu.test(key);
}
