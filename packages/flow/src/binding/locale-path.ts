import { basename, dirname, extname, join } from 'node:path';
import type { LocaleId } from '../contract/block.js';
import type { Format } from '../contract/format.js';
import { isKnownLanguage } from '../locale/is-known-language.js';

/** Rules of a format for the places of its translations; the general rules apply where it has none. */
export type LocaleRules = Pick<Format, 'localePath' | 'localeOfPath' | 'basePath'>;

/** Part of a path that is spelled as a locale, in UTF-16 indexes. */
interface LocaleToken {
  readonly start: number;
  readonly end: number;
  readonly locale: LocaleId;
}

const tag = String.raw`[A-Za-z]{2,3}(?:[-_](?:[A-Za-z]{4}|[A-Za-z]{2}|\d{3})){0,2}`;
const wholeName = new RegExp(`^(${tag})$`);
const suffix = new RegExp(String.raw`[._-](${tag})$`);

/**
 * Locale that a path names: as the name of the file, as its suffix, or as the innermost folder that is called so.
 *
 *     locales/de.json   app.de.json   messages_pt_BR.properties   locales/de/app.json
 */
export function localeOfPath(path: string, rules: LocaleRules = {}): LocaleId | undefined {
  return rules.localeOfPath?.(path) ?? findToken(path)?.locale;
}

/** Paths of the translations of a file, by the spelling of a locale. */
export type LocalePattern = (name: string) => string;

/** Patterns that the translations of a file may follow, most likely first; a file without a locale in its path gets a suffix. */
export function localePatterns(path: string, source: LocaleId): readonly LocalePattern[] {
  const token = findToken(path, source);
  if (token !== undefined) return [(name) => path.slice(0, token.start) + name + path.slice(token.end)];
  const ext = extname(path);
  const stem = join(dirname(path), basename(path, ext));
  return ['.', '_', '-'].map((mark) => (name) => `${stem}${mark}${name}${ext}`);
}

/** Paths at which the translation of a file may be, most likely first. */
export function localePaths(
  path: string,
  source: LocaleId,
  target: LocaleId,
  rules: LocaleRules = {},
): readonly string[] {
  const own = rules.localePath?.(path, source, target);
  const token = findToken(path, source);
  const isUnderscored = token !== undefined && path.slice(token.start, token.end).includes('_');
  const general = localePatterns(path, source).flatMap((pattern) =>
    localeSpellings(target, isUnderscored).map(pattern),
  );
  return own === undefined ? general : [own, ...general.filter((other) => other !== own)];
}

/** Path at which the translation of a file is expected. */
export function localePath(path: string, source: LocaleId, target: LocaleId, rules: LocaleRules = {}): string {
  return localePaths(path, source, target, rules)[0] ?? path;
}

/** Paths at which the source of a translation may be, most likely first: the source locale in its place, or none. */
export function sourcePaths(path: string, source: LocaleId, rules: LocaleRules = {}): readonly string[] {
  const locale = rules.localeOfPath?.(path);
  if (locale === source) return [];
  if (locale === undefined) return generalSources(path, source);
  const own = [rules.basePath?.(path), rules.localePath?.(path, locale, source)];
  return [...new Set([...own.flatMap((one) => one ?? []), ...generalSources(path, source)])];
}

function generalSources(path: string, source: LocaleId): readonly string[] {
  const token = findToken(path);
  if (token === undefined || token.locale === source) return [];
  const named = localePaths(path, token.locale, source);
  const isSuffix = /[._-]/.test(path.charAt(token.start - 1)) && token.end === path.length - extname(path).length;
  return isSuffix ? [...named, path.slice(0, token.start - 1) + path.slice(token.end)] : named;
}

/** True when a path names a locale in one of the usual places. */
export function namesLocale(path: string, locale: LocaleId): boolean {
  return findToken(path, locale) !== undefined;
}

/** Finds the locale in the file name or in a folder; `wanted` looks for one that is spelled in any way. */
function findToken(path: string, wanted?: LocaleId): LocaleToken | undefined {
  const ext = extname(path);
  const stem = basename(path, ext);
  const stemAt = path.length - ext.length - stem.length;
  const whole = tokenIn(wholeName, stem, stemAt);
  const own = fits(whole, wanted) ? whole : tokenIn(suffix, stem, stemAt);
  return fits(own, wanted) ? own : folderToken(dirname(path), wanted);
}

function folderToken(folder: string, wanted: LocaleId | undefined): LocaleToken | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const name = basename(at);
    if (name === '' || name === '.' || name === '..') return undefined;
    const token = tokenIn(wholeName, name, at.length - name.length);
    if (fits(token, wanted)) return token;
    if (dirname(at) === at) return undefined;
  }
}

function fits(token: LocaleToken | undefined, wanted: LocaleId | undefined): token is LocaleToken {
  return token !== undefined && (wanted === undefined || token.locale === wanted);
}

function tokenIn(pattern: RegExp, text: string, offset: number): LocaleToken | undefined {
  for (let rest = text, found = pattern.exec(rest); found !== null; found = pattern.exec(rest)) {
    const [, name = ''] = found;
    const locale = localeOfName(name);
    const start = text.length - name.length;
    if (locale !== undefined) return { start: offset + start, end: offset + text.length, locale };
    // A longer match may begin with a word: of `home-page_de`, `de` is the locale.
    const next = name.search(/[-_]/);
    if (next < 0) return undefined;
    rest = name.slice(next);
  }
  return undefined;
}

/** Names that are remembered at most; the folders of a project are asked about for each of its files. */
const maxNames = 1000;

const knownNames = new Map<string, LocaleId | undefined>();

/** The canonical locale of a name, if its language is one that people know by name. `src` is a folder, although it is Sardinian too. */
export function localeOfName(name: string): LocaleId | undefined {
  if (knownNames.has(name)) return knownNames.get(name);
  const locale = readLocaleName(name);
  if (knownNames.size >= maxNames) knownNames.clear();
  knownNames.set(name, locale);
  return locale;
}

function readLocaleName(name: string): LocaleId | undefined {
  try {
    const [locale] = Intl.getCanonicalLocales(name.replaceAll('_', '-'));
    if (locale === undefined) return undefined;
    const { language } = new Intl.Locale(locale);
    if (/^[a-z]{3}(?![a-z])/i.test(name) && language.length === 2) return undefined;
    return isKnownLanguage(language) ? locale : undefined;
  } catch {
    return undefined;
  }
}

/** Spellings of a locale in paths, most likely first. */
export function localeSpellings(locale: LocaleId, underscore = false): readonly string[] {
  const other = locale.replaceAll('-', '_');
  const names = underscore ? [other, locale] : [locale, other];
  return [...new Set([...names, locale.toLowerCase(), other.toLowerCase()])];
}
