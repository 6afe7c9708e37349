import { cliErrors } from '../../cli-errors.js';
import { didYouMean } from '@helve/project';
import type { OwnFlag } from '../../flags/parse-flags.js';
import { readChoice } from '../../output-options.js';
import type { RunRequest } from '@helve/project/run';

/** Flags that every command has which takes files through tools. */
export const runFlags: readonly OwnFlag[] = [
  { name: 'input', short: 'i', value: 'FILE', docs: 'a file, folder or pattern to read, beside those that are named' },
  { name: 'output', short: 'o', value: 'TEMPLATE', docs: 'where outputs go: {dir} {name} {ext} {lang} {relpath}' },
  { name: 'from', value: 'PLACE', docs: 'where content comes from: file, store, none, or a locator' },
  { name: 'to', value: 'PLACE', docs: 'where content goes to: file, store, none, or a locator' },
  { name: 'source', value: 'LOCALE', docs: 'the locale of the source' },
  { name: 'target', value: 'LOCALES', docs: 'the target locales, with commas between' },
  { name: 'input-format', value: 'ID', docs: 'the format of the files, instead of what is found' },
  { name: 'project', value: 'FILE', docs: 'the config file, as --config' },
  { name: 'concurrency', value: 'COUNT', docs: 'how many files are under way at once, or auto' },
  { name: 'parallel-blocks', value: 'COUNT', docs: 'how many blocks a step handles at once' },
  { name: 'on-error', value: 'POLICY', docs: 'what happens to a block that fails: fail, skip, quarantine, retry' },
  { name: 'keep-going', docs: 'a file that fails does not stop the others' },
  { name: 'in-place', docs: 'outputs may replace their inputs' },
  { name: 'strict', docs: 'what would be skipped or missing is an error' },
  { name: 'explain', docs: 'say what would be done, and do nothing' },
  { name: 'explain-prompts', docs: 'say also what models would be told, and do nothing' },
  { name: 'trace', value: 'FILE', docs: 'write what each step did to each block, as lines of JSON' },
  { name: 'report', value: 'FILE', docs: 'write the report of the run, as JSON' },
  { name: 'no-fail', docs: 'findings over the limit are no failure' },
  { name: 'trust-exec', value: 'DIGEST', docs: 'agree to the programs and scripts with this digest' },
  { name: 'json', docs: 'the report as JSON, and failures too' },
  { name: 'quiet', docs: 'no result and no progress, only problems' },
];

/** The flags of a run as they stand on a command line: without dashes, those that stand alone as `true`. */
export type FlagValues = ReadonlyMap<string, string | true>;

/** Values of the flags of a run, with the request that follows from them. */
export interface RunFlags {
  readonly request: Omit<RunRequest, 'flow'>;
  readonly noFail: boolean;
  readonly trace?: string | undefined;
  readonly report?: string | undefined;
  /** `--report` stood alone. */
  readonly counts: boolean;
  readonly trustExec?: string | undefined;
}

/** Flags as commander names them, under their own names. */
export function toFlagValues(flags: Readonly<Record<string, unknown>>, known: readonly OwnFlag[]): FlagValues {
  const given = new Map<string, string | true>();
  for (const { name } of known) {
    const negated = name.startsWith('no-');
    const value = flags[toCamel(negated ? name.slice(3) : name)];
    if (negated ? value === false : typeof value === 'string' || value === true)
      given.set(name, typeof value === 'string' ? value : true);
  }
  return given;
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
    format: text('input-format'),
    sourceLocale: readLocales(text('source'), 'source')?.[0],
    targetLocales: readLocales(text('target'), 'target'),
    concurrency: text('concurrency') === 'auto' ? undefined : readCount(text('concurrency'), 'concurrency'),
    parallelBlocks: readCount(text('parallel-blocks'), 'parallel-blocks'),
    onError: readChoice(text('on-error'), 'on-error', ['fail', 'skip', 'quarantine', 'retry'] as const),
    keepGoing: flags.has('keep-going') || undefined,
    inPlace: flags.has('in-place') || undefined,
    strict: flags.has('strict') || undefined,
    explain: flags.has('explain') || undefined,
    explainPrompts: flags.has('explain-prompts') || undefined,
  };
  return {
    request: withoutUndefined(request),
    noFail: flags.has('no-fail'),
    trace: text('trace'),
    report: text('report'),
    counts: flags.get('report') === true,
    trustExec: text('trust-exec'),
  };
}

/** Locales with commas between. */
function readLocales(text: string | undefined, name: string): readonly string[] | undefined {
  const locales = text
    ?.split(',')
    .map((locale) => locale.trim())
    .filter((locale) => locale !== '');
  for (const locale of locales ?? []) {
    if (isLocale(locale)) continue;
    const other = locale.replaceAll('_', '-');
    const details = didYouMean(isLocale(other) ? [other] : []);
    throw cliErrors.create(
      'CLI_USAGE',
      { problem: `--${name} has "${locale}", which is no BCP 47 locale` },
      { details },
    );
  }
  return locales;
}

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/** A whole number above 0. */
function readCount(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw cliErrors.create('CLI_USAGE', { problem: `--${name} must be a whole number above 0, got "${text}"` });
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(value: T): Given<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Given<T>;
}

function toCamel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
