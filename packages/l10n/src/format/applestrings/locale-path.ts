import type { LocaleId } from '@helve/flow';
import { knownLocale } from '../xliff/to-variant.js';

/** Path of a file of one language: `App/`, `pt-BR`, `/Localizable.strings`. */
const folder = /^(?<before>(?:.*[\\/])?)(?<name>[^\\/]+)\.lproj(?<behind>[\\/].+)$/u;

/** Returns the path of the translation of a file: `pt-BR.lproj/` beside `en.lproj/` or `Base.lproj/`. */
export function appleLocalePath(path: string, _: LocaleId, target: LocaleId): string | undefined {
  return inFolder(path, target);
}

/** Returns the locale that the folder of a file names. */
export function appleLocaleOfPath(path: string): LocaleId | undefined {
  const { name } = folder.exec(path)?.groups ?? {};
  return name === undefined || name === 'Base' ? undefined : knownLocale(name);
}

/** Returns the path of the file for all languages. */
export function appleBasePath(path: string): string | undefined {
  return inFolder(path, 'Base');
}

function inFolder(path: string, name: string): string | undefined {
  const { before = '', behind } = folder.exec(path)?.groups ?? {};
  return behind === undefined ? undefined : `${before}${name}.lproj${behind}`;
}
