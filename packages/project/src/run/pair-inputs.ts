import { basename, extname, relative, sep } from 'node:path';
import { isSameLanguage } from '@helve/flow';
import { localeOfName, localeOfPath, sourcePaths } from '@helve/flow/engine';
import type { ExistingFile } from '@helve/flow/content';
import type { Reach } from '../reach/reach.js';
import { AUTO, findExisting, isThere, type UnmatchedTemplate } from './find-existing.js';
import type { RunInput, RunInputs, SkippedFile } from './run-inputs.js';

/** Settings of a run that concern existing translations. */
export interface PairRequest {
  /** `auto`, or a template of paths; a template that a file has itself comes before `auto`, and is all there is without it. */
  readonly existing: string | undefined;
  readonly sourceLocale: string;
  /** Locales that the run names; none means all that are there. */
  readonly targetLocales: readonly string[];
  readonly cwd: string;
  readonly folder: string;
  readonly reach: Reach | undefined;
}

/** Joins monolingual files with their existing translations, which are no inputs of their own then. */
export function pairInputs(inputs: RunInputs, request: PairRequest): RunInputs {
  if (request.existing === undefined && inputs.files.every(({ template }) => template === undefined)) return inputs;
  const { files, skipped } = withoutSourceVariants(inputs, request.sourceLocale);
  const translations =
    request.existing === AUTO ? namedTranslations(files, request) : new Map<string, NamedTranslations>();
  const absorbed = new Set([...translations.values()].flatMap(({ files: own }) => own.map(({ path }) => path)));
  const sources = [...files, ...missingSources(files, translations)].filter(
    ({ input }) => !absorbed.has(input.path ?? ''),
  );
  const paired = sources.map((file) => withExisting(file, translations.get(file.input.path ?? '')?.files, request));
  const read = new Set(paired.flatMap(({ input }) => (input.existing ?? []).map(({ path }) => path)));
  return { files: paired.filter(({ input }) => !read.has(input.path ?? '')), skipped };
}

/** Translations of one source that the run names itself. */
interface NamedTranslations {
  readonly model: RunInput;
  readonly files: ExistingFile[];
}

/** Translations among the inputs, by the paths of their sources. */
function namedTranslations(
  files: readonly RunInput[],
  { sourceLocale, targetLocales, reach }: PairRequest,
): Map<string, NamedTranslations> {
  const bySource = new Map<string, NamedTranslations>();
  for (const model of files) {
    const { id, path } = model.input;
    const locale = path === undefined || !isMonolingual(model) ? undefined : localeOfPath(path, model.format);
    if (path === undefined || locale === undefined || locale === sourceLocale) continue;
    const source = sourcePaths(path, sourceLocale, model.format).find((candidate) => isThere(candidate, reach));
    if (source === undefined || (targetLocales.length > 0 && !targetLocales.includes(locale))) continue;
    const known = bySource.get(source) ?? { model, files: [] };
    known.files.push({ id, path, locale });
    bySource.set(source, known);
  }
  return bySource;
}

/** Sources of named translations that the run does not name. */
function missingSources(
  files: readonly RunInput[],
  translations: ReadonlyMap<string, NamedTranslations>,
): readonly RunInput[] {
  const known = new Set(files.map(({ input }) => input.path));
  return [...translations].flatMap(([path, { model }]): readonly RunInput[] => {
    if (known.has(path)) return [];
    const { id, path: own = '' } = model.input;
    return [{ ...model, input: { ...model.input, id: besideId(id, own, path), path } }];
  });
}

function withExisting(file: RunInput, own: readonly ExistingFile[] | undefined, request: PairRequest): RunInput {
  const { input, template } = file;
  const { cwd, folder, sourceLocale, targetLocales, reach } = request;
  const isOwn = template !== undefined && (request.existing ?? AUTO) === AUTO;
  const existing = isOwn ? template : request.existing;
  if (existing === undefined || input.path === undefined || !isMonolingual(file)) return file;
  const { path } = input;
  // Some formats find the place of a translation from that of any other: `values-de` beside `values-fr`.
  if (own === undefined && hasSource(file, sourceLocale, reach)) return file;
  const root = isOwn ? folder : cwd;
  const found =
    own ??
    findExisting({ path, format: file.format, sourceLocale, targetLocales, existing, root, reach }).map(
      (translation) => ({
        ...translation,
        id: toId(translation.path, cwd),
      }),
    );
  return found.length === 0 ? file : { ...file, input: { ...input, existing: found } };
}

/** True for a translation beside which its source is. */
function hasSource(
  { input: { path = '' }, format }: RunInput,
  sourceLocale: string,
  reach: Reach | undefined,
): boolean {
  return sourcePaths(path, sourceLocale, format).some((source) => source !== path && isThere(source, reach));
}

/** Lists the languages of a run for which its template leads to no translation of any file. */
export function unmatchedLocales(
  files: readonly RunInput[],
  template: string | undefined,
  targetLocales: readonly string[],
): readonly UnmatchedTemplate[] {
  const sources = files.filter(({ format, input }) => format.kind === 'monolingual' && input.path !== undefined);
  if (template === undefined || template === AUTO || sources.length === 0) return [];
  const found = new Set(sources.flatMap(({ input }) => (input.existing ?? []).map(({ locale }) => locale)));
  return targetLocales.filter((locale) => !found.has(locale)).map((locale) => ({ template, locale }));
}

/**
 * Leaves out files in the source language beside which the platform's file for all languages is: of `values` and
 * `values-en`, the translations belong to the first, which has every key.
 */
function withoutSourceVariants({ files, skipped }: RunInputs, sourceLocale: string): RunInputs {
  const paths = new Set(files.map(({ input }) => input.path));
  const isVariant = ({ input: { path }, format }: RunInput): boolean => {
    if (path === undefined || format.localeOfPath?.(path) !== sourceLocale) return false;
    const base = format.basePath?.(path);
    return base !== undefined && base !== path && paths.has(base);
  };
  const left = files.filter(isVariant);
  if (left.length === 0) return { files, skipped };
  const more = left.map(({ input }): SkippedFile => ({
    path: input.path ?? input.id,
    reason: 'translation of a file beside it',
  }));
  return { files: files.filter((file) => !left.includes(file)), skipped: [...skipped, ...more] };
}

/**
 * Leaves out translations that a run for targets would take for sources: files of one language whose source it reads too.
 * With `keepsNamed`, those that the run names itself stay.
 */
export function withoutTranslations(inputs: RunInputs, sourceLocale: string, keepsNamed = true): RunInputs {
  const { files, skipped } = withoutSourceVariants(inputs, sourceLocale);
  const paths = new Set(files.map(({ input }) => input.path));
  const isTranslation = (file: RunInput) =>
    !(keepsNamed && file.named === true) &&
    file.input.path !== undefined &&
    isMonolingual(file) &&
    sourcePaths(file.input.path, sourceLocale, file.format).some((path) => paths.has(path));
  const left = files
    .filter(isTranslation)
    .map(({ input }): SkippedFile => ({ path: input.path ?? input.id, reason: 'translation of a file beside it' }));
  return { files: files.filter((file) => !isTranslation(file)), skipped: [...skipped, ...left] };
}

/**
 * Leaves out files of one language that their paths tell to be in another than the source, beside which no source is. A
 * name such as `sign-in.md` tells a language only where the run knows it.
 */
export function withoutForeign(
  { files, skipped }: RunInputs,
  { sourceLocale, targetLocales, cwd }: Pick<PairRequest, 'sourceLocale' | 'targetLocales' | 'cwd'>,
): RunInputs {
  const found = new Map(files.flatMap((file) => foreignLocale(file, sourceLocale, cwd)));
  const paired = files.flatMap(({ input }) => (input.existing ?? []).map(({ locale }) => locale));
  const told = [...found.values()].flatMap(({ locale, isPlain }) => (isPlain ? [locale] : []));
  const known = [...targetLocales, ...paired, ...told];
  const isForeign = (file: RunInput): boolean => {
    const own = found.get(file);
    return own !== undefined && known.some((locale) => isSameLanguage(locale, own.locale));
  };
  const left = files.filter(isForeign);
  const more = left.map(({ input }): SkippedFile => ({ path: input.path ?? input.id, reason: 'no source beside it' }));
  return { files: files.filter((file) => !left.includes(file)), skipped: [...skipped, ...more] };
}

interface ForeignLocale {
  readonly locale: string;
  /** True where it is the whole name of the file, or stands where the format has it. */
  readonly isPlain: boolean;
}

function foreignLocale(
  file: RunInput,
  sourceLocale: string,
  cwd: string,
): readonly (readonly [RunInput, ForeignLocale])[] {
  const { input, format } = file;
  if (input.path === undefined || !isMonolingual(file)) return [];
  const path = relative(cwd, input.path);
  const locale = localeOfPath(path, format);
  if (locale === undefined || isSameLanguage(locale, sourceLocale)) return [];
  const isPlain =
    format.localeOfPath?.(path) !== undefined || localeOfName(basename(path, extname(path))) !== undefined;
  return [[file, { locale, isPlain }]];
}

/** True for a file whose existing translations are read with it. */
export function isPaired({ input }: RunInput): boolean {
  return (input.existing ?? []).length > 0;
}

/** True for a file of one language that no translations are read with. */
export function isMonolingual(file: RunInput): boolean {
  return file.format.kind === 'monolingual' && !isPaired(file);
}

/** Name of a file beside one whose name is known: both as a person would write them. */
function besideId(id: string, path: string, other: string): string {
  const start = path.slice(0, path.length - id.length);
  return path.replaceAll(sep, '/').endsWith(id) && other.startsWith(start)
    ? other.slice(start.length).replaceAll(sep, '/')
    : other;
}

function toId(path: string, cwd: string): string {
  const inside = relative(cwd, path);
  return (inside.startsWith('..') ? path : inside).replaceAll(sep, '/');
}
