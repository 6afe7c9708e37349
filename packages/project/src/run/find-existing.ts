import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { localeOfName, localePatterns, localeSpellings, outputPath, type LocalePattern } from '@helve/flow/engine';
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
  for (const pattern of patternsFor(query)) {
    const all = targetLocales.length > 0 ? named(pattern, targetLocales) : listed(pattern);
    for (const translation of all) {
      const isOther = translation.path !== path && translation.locale !== sourceLocale;
      if (isOther && !found.has(translation.locale) && isThere(translation.path, reach))
        found.set(translation.locale, translation);
    }
  }
  return [...found.values()].toSorted((one, other) => (one.locale < other.locale ? -1 : 1));
}

/** True for a regular file that the caller may read. */
export function isThere(path: string, reach: Reach | undefined): boolean {
  if (reach !== undefined && !reach.admits(path)) return false;
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function patternsFor({ path, sourceLocale, existing, root }: ExistingQuery): readonly LocalePattern[] {
  if (existing === AUTO) return localePatterns(path, sourceLocale);
  return [(lang) => resolve(root, outputPath(existing, { input: path, lang, root }))];
}

function named(pattern: LocalePattern, locales: readonly string[]): readonly FoundTranslation[] {
  return locales.flatMap((locale) => localeSpellings(locale).map((name) => ({ path: pattern(name), locale })));
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

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
