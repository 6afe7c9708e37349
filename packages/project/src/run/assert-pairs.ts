import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { localeOfPath, sourcePaths, type CompiledFlow } from '@helve/flow/engine';
import { projectErrors } from '../project-errors.js';
import { AUTO } from './find-existing.js';
import { isMonolingual } from './pair-inputs.js';
import type { RunInput, SkippedFile } from './run-inputs.js';

/** Facts of a run by which translations are found. */
export interface PairSearch {
  readonly existing: string | undefined;
  readonly sourceLocale: string;
  /** Locales that the run names; none means all that are there. */
  readonly targetLocales: readonly string[];
  readonly cwd: string;
}

/** Problems of a flow that has nothing but one language to work on. */
const ONE_LANGUAGE: ReadonlySet<string> = new Set(['port-missing', 'locale-missing']);

/** Refuses files of one language when the flow needs translations, which were looked for beside them and not found. */
export function assertPairs({ plan, diagnostics }: CompiledFlow, files: readonly RunInput[], search: PairSearch): void {
  const isLacking = plan === undefined && diagnostics.every(({ rule }) => ONE_LANGUAGE.has(rule));
  if (!isLacking || search.existing !== AUTO || files.length === 0 || !files.every(isMonolingual)) return;
  throw toAlone(files, search);
}

/** Refuses files that are all translations without their sources. */
export function assertSources(left: readonly RunInput[], files: readonly RunInput[], search: PairSearch): void {
  if (left.length === 0 && files.length > 0) throw toAlone(files, search);
}

function toAlone(files: readonly RunInput[], search: PairSearch): Error {
  const [first = '', ...others] = files.map((file) => describeMissing(file, search));
  const findings = others.map((message, index) => ({ where: files[index + 1]?.input.id ?? '', message }));
  const suggestion =
    'Name the source language with --source, or name the source file with the place of its translations, such as --existing {lang}.json';
  const details = { ...(findings.length === 0 ? {} : { findings }), suggestion };
  return projectErrors.create('PROJECT_REQUEST_INVALID', { problem: first }, { details });
}

/** The reason to skip a file of one language. */
export function whyAlone(file: RunInput, search: PairSearch): SkippedFile['reason'] {
  const sources = search.existing === AUTO ? placesOfSource(file, search) : [];
  if (sources.some((path) => existsSync(path))) return 'translation of a file beside it';
  return sources.length > 0 ? 'no source beside it' : 'one language';
}

/** Where the source of a translation may be; a folder around the working one tells no language. */
function placesOfSource(
  { input: { path = '' }, format }: RunInput,
  { sourceLocale, cwd }: PairSearch,
): readonly string[] {
  return sourcePaths(relative(cwd, path), sourceLocale, format).map((one) => resolve(cwd, one));
}

function describeMissing(file: RunInput, search: PairSearch): string {
  const { input, format } = file;
  const { targetLocales, cwd } = search;
  const paths = placesOfSource(file, search);
  const locale = localeOfPath(relative(cwd, input.path ?? ''), format);
  const isOther = locale !== undefined && targetLocales.length > 0 && !targetLocales.includes(locale);
  if (isOther && paths.some((path) => existsSync(path)))
    return `"${input.id}" is a translation into "${locale}", and the run is for ${targetLocales.join(', ')}`;
  const names = new Set(paths.map((path) => `"${relative(cwd, path).replaceAll(sep, '/')}"`));
  return names.size === 0
    ? `no translation of "${input.id}" was found beside it`
    : `no source of "${input.id}" was found beside it; looked for ${[...names].join(', ')}`;
}
