import { statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { Format } from '@helve/flow/content';
import { localeOfName } from '@helve/flow/content';
import { localePath, outputPath } from '@helve/flow/engine';
import { AUTO } from '../run/find-existing.js';

/** A new file whose path is looked for. */
export interface PathQuery {
  /** Path of the file that is converted. */
  readonly input: string;
  readonly format: Format;
  readonly sourceLocale: string;
  /** Its language, or that of its translations; absent for one with several. */
  readonly locale: string | undefined;
  /** True when the conversion writes several files of this input. */
  readonly isOneOfMany: boolean;
  /** Template that was asked for, or `auto`. */
  readonly template: string;
  readonly cwd: string;
}

/** Names by which platforms look for the source file. */
const platformNames: Readonly<Record<string, (locale: string) => string>> = {
  androidxml: () => join('values', 'strings.xml'),
  applestrings: (locale) => join(`${locale}.lproj`, 'Localizable.strings'),
  stringsdict: (locale) => join(`${locale}.lproj`, 'Localizable.stringsdict'),
  xcstrings: () => 'Localizable.xcstrings',
  arb: (locale) => `app_${locale.replaceAll('-', '_')}.arb`,
};

/** Finds the path of a new file: by its template, and by the rules of its platform for languages that no template tells. */
export function conversionPath(query: PathQuery): string {
  const { template, cwd, format, sourceLocale, locale } = query;
  if (template === AUTO) return autoPath(query, dirname(resolve(cwd, query.input)));
  const path = resolve(cwd, template);
  if (/[/\\]$/u.test(template) || isFolder(path)) return autoPath(query, path);
  const input = asNewName(query.input, format);
  const filled = resolve(cwd, outputPath(template, { input, lang: locale ?? sourceLocale, root: cwd }));
  return /\{lang\b/u.test(template) || !query.isOneOfMany ? filled : inLanguage(filled, query);
}

/** Place of a file by the rules of its platform, else beside its input with the language in its name. */
function autoPath(query: PathQuery, folder: string): string {
  const { input, format, sourceLocale, locale } = query;
  const own = platformNames[format.id]?.(sourceLocale);
  if (own !== undefined) return inLanguage(join(folder, own), query);
  const name = basename(input, extname(input));
  const [extension = ''] = format.extensions;
  if (locale === undefined) return join(folder, `${name}${extension}`);
  const isLanguage = localeOfName(name) !== undefined;
  return join(folder, isLanguage ? `${locale}${extension}` : `${name}.${locale}${extension}`);
}

/** Path of the translation of a file, where a format has one language only. */
function inLanguage(path: string, { format, sourceLocale, locale }: PathQuery): string {
  if (format.kind === 'multilingual' || locale === undefined || locale === sourceLocale) return path;
  return localePath(path, sourceLocale, locale, format);
}

function asNewName(input: string, { extensions: [extension = ''] }: Format): string {
  return `${input.slice(0, input.length - extname(input).length)}${extension}`;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
