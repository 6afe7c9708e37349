import { isKnownLanguage, isPseudoLocale, isUnknownLanguage } from '@helve/flow';
import { cliErrors } from '../../cli-errors.js';
import { didYouMean } from '@helve/project';
import type { OwnFlag } from '../../flags/parse-flags.js';
import { readChoice } from '../../output-options.js';
import type { AnnotationLimit, RunRequest } from '@helve/project/run';

/** Flags that every command has which takes files through tools. */
export const runFlags: readonly OwnFlag[] = [
  { name: 'input', short: 'i', value: 'FILE', docs: 'additional file, folder or pattern to read' },
  {
    name: 'output',
    short: 'o',
    value: 'TEMPLATE',
    docs: 'template of output paths: {dir} {name} {ext} {lang} {relpath}; auto derives them from the input',
  },
  {
    name: 'existing',
    value: 'TEMPLATE',
    docs: 'existing translations to read and keep, such as locales/{lang}.json; auto finds them',
  },
  { name: 'overwrite', docs: 'replace existing files without reading them' },
  {
    name: 'redo',
    value: 'KINDS',
    docs: 'existing translations that engines replace: changed (their source is another now), fuzzy, draft, or several with commas',
  },
  { name: 'only', value: 'KEYS', docs: "keys to work on, separated by commas, such as 'home.*'; ** crosses dots" },
  { name: 'except', value: 'KEYS', docs: 'keys to leave alone, separated by commas' },
  {
    name: 'since',
    value: 'REF',
    docs: 'work only on files, and on keys of paired files, that differ from this git revision',
  },
  { name: 'changed', docs: 'same as --since HEAD: what is not committed yet' },
  { name: 'force', docs: 'run files again whose outputs are up to date' },
  { name: 'watch', docs: 'run again after every change, until Ctrl-C' },
  { name: 'from', value: 'PLACE', docs: 'source of the content: file, store, none, or a locator' },
  { name: 'to', value: 'PLACE', docs: 'destination of the content: file, store, none, or a locator' },
  { name: 'source', value: 'LOCALE', docs: 'source locale' },
  {
    name: 'target',
    value: 'LOCALES',
    docs: 'target locales, separated by commas (default: that of each bilingual file, or those of the project)',
  },
  { name: 'input-format', value: 'ID[:PRESET]', docs: 'format of the files, instead of the detected one' },
  { name: 'project', value: 'FILE', docs: 'config file; same as --config' },
  { name: 'concurrency', value: 'COUNT', docs: 'number of files to process at once, or auto' },
  { name: 'parallel-blocks', value: 'COUNT', docs: 'number of blocks that a step processes at once' },
  { name: 'on-error', value: 'POLICY', docs: 'action for a block that fails: fail, skip, quarantine, retry' },
  { name: 'durable', docs: 'run as a job, which goes on after a crash or Ctrl-C with `helve jobs resume`' },
  { name: 'job', value: 'ID', docs: 'job to go on with, or to share with the process that works on it' },
  { name: 'keep-going', docs: 'continue with other files if one fails' },
  { name: 'in-place', docs: 'allow outputs to replace their inputs' },
  { name: 'strict', docs: 'treat skipped and missing files as errors' },
  { name: 'lenient', docs: 'read XLIFF 2 files that break rules of the standard, and report each violation' },
  { name: 'explain', docs: 'show the plan without running it' },
  { name: 'explain-prompts', docs: 'show the plan with the prompts for models, without running it' },
  { name: 'trace', value: 'FILE', docs: 'write the changes of each step to each block to this file, as lines of JSON' },
  {
    name: 'report',
    value: 'FILE',
    docs: 'write the report of the run to this file: as a page if it ends in .html, else as JSON',
  },
  {
    name: 'annotations',
    value: 'COUNT',
    docs: 'number of annotations to list, or all; by default 20 of a run that only annotates',
  },
  { name: 'no-fail', docs: 'do not fail if findings exceed the limits' },
  { name: 'trust-exec', value: 'DIGEST', docs: 'allow the programs and scripts with this digest' },
  { name: 'json', docs: 'print the report as JSON, and failures too' },
  { name: 'quiet', docs: 'print only problems, no result and no progress' },
];

/** The flags of a run as they stand on a command line: without dashes, those that stand alone as `true`. */
export type FlagValues = ReadonlyMap<string, string | true>;

/** Values of the flags of a run, with the request that follows from them. */
export interface RunFlags {
  readonly request: Omit<RunRequest, 'flow'>;
  readonly noFail: boolean;
  readonly watch: boolean;
  /** Run as a job: a new one, or one that is there. */
  readonly durable?: { readonly job?: string } | undefined;
  readonly trace?: string | undefined;
  readonly report?: string | undefined;
  /** `--report` stood alone. */
  readonly counts: boolean;
  readonly trustExec?: string | undefined;
}

/** Flags as commander names them, under their own names. */
export function toFlagValues(flags: Readonly<Record<string, unknown>>, known: readonly OwnFlag[]): FlagValues {
  const values = new Map<string, string | true>();
  for (const { name } of known) {
    const negated = name.startsWith('no-');
    const value = flags[toCamel(negated ? name.slice(3) : name)];
    if (negated ? value === false : typeof value === 'string' || value === true)
      values.set(name, typeof value === 'string' ? value : true);
  }
  return values;
}

export function readRunFlags(flags: FlagValues, files: readonly string[]): RunFlags {
  const text = (name: string) => {
    const value = flags.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const input = text('input');
  const request = {
    files: [...files, ...(input === undefined ? [] : [input])],
    from: text('from'),
    to: text('to'),
    output: text('output'),
    existing: text('existing'),
    redo: text('redo')
      ?.split(',')
      .flatMap((kind) => readChoice(kind.trim(), 'redo', ['changed', 'fuzzy', 'draft'] as const) ?? []),
    only: readGlobs(text('only'), 'only'),
    except: readGlobs(text('except'), 'except'),
    since: text('since') ?? (flags.has('changed') ? 'HEAD' : undefined),
    force: flags.has('force') || undefined,
    overwrite: flags.has('overwrite') || undefined,
    format: text('input-format'),
    sourceLocale: readLocales(text('source'), 'source')?.[0],
    targetLocales: readLocales(text('target'), 'target'),
    concurrency: text('concurrency') === 'auto' ? undefined : readCount(text('concurrency'), 'concurrency'),
    parallelBlocks: readCount(text('parallel-blocks'), 'parallel-blocks'),
    onError: readChoice(text('on-error'), 'on-error', ['fail', 'skip', 'quarantine', 'retry'] as const),
    keepGoing: flags.has('keep-going') || undefined,
    inPlace: flags.has('in-place') || undefined,
    strict: flags.has('strict') || undefined,
    lenient: flags.has('lenient') || undefined,
    annotations: readLimit(text('annotations')),
    explain: flags.has('explain') || undefined,
    explainPrompts: flags.has('explain-prompts') || undefined,
  };
  return {
    request: withoutUndefined(request),
    noFail: flags.has('no-fail'),
    watch: flags.has('watch'),
    durable: readDurable(flags.has('durable'), text('job')),
    trace: text('trace'),
    report: text('report'),
    counts: flags.get('report') === true,
    trustExec: text('trust-exec'),
  };
}

function readDurable(isDurable: boolean, job: string | undefined): RunFlags['durable'] {
  if (job !== undefined) return { job };
  return isDurable ? {} : undefined;
}

/** Globs with commas between; a comma inside braces is part of a glob. */
function readGlobs(text: string | undefined, name: string): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const globs = (text.match(/(?:\{[^{}]*\}|[^,{])+|\{/g) ?? [])
    .map((glob) => glob.trim())
    .filter((glob) => glob !== '');
  if (globs.length > 0) return globs;
  throw cliErrors.create('CLI_USAGE', { problem: `--${name} names no key` });
}

/** Reads locales with commas between. */
export function readLocales(text: string | undefined, name: string): readonly string[] | undefined {
  const locales = text
    ?.split(',')
    .map((locale) => locale.trim())
    .filter((locale) => locale !== '');
  for (const locale of locales ?? []) {
    if (isLocale(locale) && namesLanguage(locale)) continue;
    const other = locale.replaceAll('_', '-');
    const near = isLocale(other) && namesLanguage(other) ? [other] : languagesCalled(locale);
    const state = isLocale(locale) ? 'which names no known language' : 'which is not a BCP 47 locale';
    throw cliErrors.create(
      'CLI_USAGE',
      { problem: `--${name} has "${locale}", ${state}` },
      { details: didYouMean(near) },
    );
  }
  return locales;
}

/** True when the language of a locale is known, or nobody can know it. */
function namesLanguage(locale: string): boolean {
  const { language } = new Intl.Locale(locale);
  return isUnknownLanguage(language) || isPseudoLocale(language) || isKnownLanguage(language);
}

/** The two-letter languages with an English name: `german` is `de`. */
function languagesCalled(name: string): readonly string[] {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
  const codes = letters.flatMap((one) => letters.map((other) => `${one}${other}`));
  return codes.filter((code) => names.of(code)?.toLowerCase() === name.toLowerCase()).slice(0, 1);
}

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/** Reads a whole number above 0. */
export function readCount(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw cliErrors.create('CLI_USAGE', { problem: `--${name} must be a whole number above 0, got "${text}"` });
}

/** A whole number, or all. */
function readLimit(text: string | undefined): AnnotationLimit | undefined {
  if (text === undefined || text === 'all') return text;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw cliErrors.create('CLI_USAGE', { problem: `--annotations must be a whole number or "all", got "${text}"` });
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out members without a value. */
export function withoutUndefined<T extends object>(value: T): Given<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Given<T>;
}

function toCamel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
