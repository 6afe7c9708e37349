import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, resolve, sep } from 'node:path';
import {
  localeOfName,
  localePaths,
  localePatterns,
  localeSpellings,
  outputPath,
  type LocalePattern,
  type LocaleRules,
} from '@helve/flow/engine';
import type { Reach } from '../reach/reach.js';

/** Value of `existing` that finds translations by the path of their source. */
export const AUTO = 'auto';

/** A translation on the disk. */
export interface FoundTranslation {
  readonly path: string;
  readonly locale: string;
}

/** Where to look for the translations of a file. */
export interface ExistingQuery {
  readonly path: string;
  /** Format of the file, which may have rules of its own for the places of translations. */
  readonly format: LocaleRules;
  readonly sourceLocale: string;
  /** Locales to look for; none means all that are there. */
  readonly targetLocales: readonly string[];
  /** `auto`, or a template of paths. */
  readonly existing: string;
  /** Folder that the template starts from. */
  readonly root: string;
  readonly reach: Reach | undefined;
}

/** A language for which a template of existing translations leads to no file. */
export interface UnmatchedTemplate {
  readonly template: string;
  readonly locale: string;
}

/** Finds the existing translations of a file; each locale once. */
export function findExisting(query: ExistingQuery): readonly FoundTranslation[] {
  const { path, sourceLocale, targetLocales, reach } = query;
  const found = new Map<string, FoundTranslation>();
  const all = targetLocales.length > 0 ? targetLocales.flatMap((locale) => named(query, locale)) : listedAll(query);
  for (const translation of all) {
    const isOther = translation.path !== path && translation.locale !== sourceLocale;
    if (isOther && !found.has(translation.locale) && isThere(translation.path, reach))
      found.set(translation.locale, translation);
  }
  return [...found.values()].toSorted((one, other) => (one.locale < other.locale ? -1 : 1));
}

/** True for a regular file that the caller may read. */
export function isThere(path: string, reach: Reach | undefined): boolean {
  if (reach !== undefined && !reach.admits(path)) return false;
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Places of the translation into one locale. */
function named({ path, format, sourceLocale, existing, root }: ExistingQuery, locale: string) {
  const paths =
    existing === AUTO
      ? localePaths(path, sourceLocale, locale, format)
      : localeSpellings(locale).map(fromTemplate(existing, path, root));
  return paths.map((one): FoundTranslation => ({ path: one, locale }));
}

/** Translations into all languages that there are. */
function listedAll({ path, format, sourceLocale, existing, root }: ExistingQuery): readonly FoundTranslation[] {
  if (existing !== AUTO) return listed(fromTemplate(existing, path, root));
  return [...listedByRules(path, sourceLocale, format), ...localePatterns(path, sourceLocale).flatMap(listed)];
}

function fromTemplate(existing: string, path: string, root: string): LocalePattern {
  return (lang) => resolve(root, outputPath(existing, { input: path, lang, root }));
}

/** Stands for the locale in a path; no file name has it. */
const MARK = '\u0001';

/** Translations by the names that stand in the place of the locale. */
function listed(pattern: LocalePattern): readonly FoundTranslation[] {
  const [before = '', after = ''] = pattern(MARK).split(MARK);
  const folder = dirname(`${before}x`);
  const prefix = basename(`${before}x`).slice(0, -1);
  const [suffix = ''] = after.split(/[/\\]/, 1);
  return namesIn(folder).flatMap((entry) => {
    if (!entry.startsWith(prefix) || !entry.endsWith(suffix)) return [];
    const name = entry.slice(prefix.length, entry.length - suffix.length);
    const locale = localeOfName(name);
    return locale === undefined ? [] : [{ path: pattern(name), locale }];
  });
}

/** Locales whose spellings have no letter in common: where they differ in a path, the locale stands. */
const PROBES = ['de', 'fr', 'it'] as const;

/** Translations by the rules of a format: it is asked for two places, and for the locales of names that are like them. */
function listedByRules(path: string, source: string, rules: LocaleRules): readonly FoundTranslation[] {
  const [one, other] = PROBES.filter((probe) => probe !== source).map((probe) => {
    return rules.localePath?.(path, source, probe)?.split(/(?<=[/\\])/u);
  });
  const at = one?.findIndex((part, index) => part !== other?.[index]) ?? -1;
  const [left, right] = [one?.[at], other?.[at]];
  if (one === undefined || left === undefined || right === undefined) return [];
  const prefix = sharedStart(left, right);
  const suffix = sharedEnd(left.slice(prefix.length), right.slice(prefix.length)).replace(/[/\\]$/u, '');
  const before = one.slice(0, at).join('');
  const after = one.slice(at + 1).join('');
  return namesIn(before === '' ? '.' : before).flatMap((name) => {
    if (!name.startsWith(prefix) || !name.endsWith(suffix)) return [];
    const candidate = after === '' ? `${before}${name}` : `${before}${name}${sep}${after}`;
    const locale = rules.localeOfPath?.(candidate);
    return locale === undefined ? [] : [{ path: candidate, locale }];
  });
}

function sharedStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}

function sharedEnd(one: string, other: string): string {
  let length = 0;
  while (length < one.length && length < other.length && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return one.slice(one.length - length);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
