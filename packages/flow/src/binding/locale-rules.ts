import { basename, dirname, extname, join } from 'node:path';
import type { LocaleId } from '../contract/block.js';
import { localeOfName, namesLocale, type LocaleRules } from './locale-path.js';

/** Names of the folders of a platform, one for each locale. */
export interface LocaleFolders {
  spell(locale: LocaleId): string;
  /** Locale of a folder; undefined for a folder of another kind. */
  parse(name: string): LocaleId | undefined;
  /** Folder of the source, where it names no locale. */
  readonly base?: string;
}

/** Rules for files that stand in a folder for each locale: `values-de/strings.xml`, `de.lproj/Main.strings`. */
export function localeFolder({ spell, parse, base }: LocaleFolders): Required<LocaleRules> {
  const folderOf = (path: string): string => basename(dirname(path));
  const inFolder = (path: string, folder: string): string => join(dirname(dirname(path)), folder, basename(path));
  return {
    localePath(path, source, target) {
      const folder = folderOf(path);
      return folder === base || parse(folder) === source ? inFolder(path, spell(target)) : undefined;
    },
    localeOfPath: (path) => parse(folderOf(path)),
    basePath: (path) => (base === undefined || parse(folderOf(path)) === undefined ? undefined : inFolder(path, base)),
  };
}

/** Suffixes of file names, one for each locale. */
export interface LocaleSuffixes {
  /** Character before the locale. */
  readonly mark: '_' | '.' | '-';
  spell(locale: LocaleId): string;
}

/** Rules for files whose names end with their locale: `messages_pt_BR.properties`, `Resources.pt-BR.resx`. */
export function localeSuffix({ mark, spell }: LocaleSuffixes): Required<LocaleRules> {
  return {
    localePath(path, source, target) {
      const found = suffixOf(path, mark);
      if (found?.locale !== source && namesLocale(path, source)) return undefined;
      const stem = found?.locale === source ? found.stem : withoutExtension(path);
      return `${stem}${mark}${spell(target)}${extname(path)}`;
    },
    localeOfPath: (path) => suffixOf(path, mark)?.locale,
    basePath(path) {
      const found = suffixOf(path, mark);
      return found && found.stem + extname(path);
    },
  };
}

/** Finds the longest end of a name that is a locale. */
function suffixOf(path: string, mark: string): { readonly stem: string; readonly locale: LocaleId } | undefined {
  const whole = withoutExtension(path);
  const nameAt = whole.length - basename(whole).length;
  for (let at = whole.indexOf(mark, nameAt + 1); at >= 0; at = whole.indexOf(mark, at + 1)) {
    const locale = localeOfName(whole.slice(at + 1));
    if (locale !== undefined) return { stem: whole.slice(0, at), locale };
  }
  return undefined;
}

function withoutExtension(path: string): string {
  return path.slice(0, path.length - extname(path).length);
}
