import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { expect } from 'vitest';
import { isLongRun } from '../long-runs.js';
import { createProject, root, type Project } from './project.js';

const data = join(root, '..', 'shared', 'data', 'l10n');

/**
 * Files in whose exchange files the engine takes a text such as `%HL%G` or `<%@` for a code, and leaves it alone, and
 * those with forms that are nothing but their number, which do not go out.
 */
const otherwiseTranslated =
  /%HL%GitHub%HL%|<%@ |&lt;%[@=]|&lt;[\p{L}]{4} http-equiv|&lt;meta http-equiv|plural, (?:\w+ ?\{#\} ?)+\}/u;

/** Formats of exchange files; in `npm test` the folders take turns with them. */
const exchangeFormats = ['xliff2', 'xliff', 'po', 'csv', 'tmx'] as const;

/** Flows of engines: one changes every word, and one changes no text in which a format may hide a code. */
const engines = {
  'words.yaml': 'name: words\nsteps:\n  - tool: pseudo-translate\n    config: { prefix: "", suffix: "" }\n',
  'sign.yaml': 'name: sign\nsteps:\n  - tool: pseudo-translate\n    config: { mode: none, prefix: "¡", suffix: "" }\n',
};

/** The engine for a format of exchange files: in catalogs and tables, codes are text. */
function engineOf(format: string): keyof typeof engines {
  return format === 'xliff2' || format === 'xliff' ? 'words.yaml' : 'sign.yaml';
}

interface Counts {
  readonly [result: string]: number;
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** One file of each folder, or all of them, in portions. */
function portions(folders: readonly string[]): readonly (readonly string[])[] {
  // Most of the tables are data of tests, which are refused.
  const all = folders.filter((name) => isLongRun || name !== 'csv').map((folder) => filesIn(join(data, folder)));
  if (!isLongRun) return [all.flatMap((files) => files[Math.floor(files.length / 2)] ?? [])];
  const size = 30;
  return all.flatMap((files) =>
    Array.from({ length: Math.ceil(files.length / size) }, (_, at) => files.slice(at * size, (at + 1) * size)),
  );
}

/** A project that sends files out, lets an engine translate what went out, and merges it. */
async function createLoop(files: readonly string[], format: string) {
  const { helve, folder } = await createProject(engines);
  for (const [at, file] of files.entries()) {
    const place = join(folder, 'src', String(at), basename(file));
    mkdirSync(dirname(place), { recursive: true });
    cpSync(file, place);
  }
  const json = async <T>(...argv: readonly string[]): Promise<T | undefined> => {
    const { stdout, stderr } = await helve([...argv, '--json']);
    const answer = JSON.parse(stdout === '' ? stderr : stdout) as T & { readonly code?: string };
    if (answer.code === undefined) return answer;
    // XML 1.0 has no control characters, which a few catalogs do have.
    const refused = /^(?:PROJECT_EXTRACT_FAILED|PROJECT_REQUEST_INVALID|FLOW_OUTPUT_PATH|L10N_PARSE|L10N_UNWRITABLE)$/;
    expect(answer.code).toMatch(refused);
    return undefined;
  };
  return { helve, folder, json, extract: ['extract', 'src', '--source', 'en', '--to', format] };
}

interface Merged {
  readonly counts: Counts;
  readonly units: readonly { readonly result: string; readonly name: string; readonly path?: string }[];
  readonly unread: readonly object[];
}

/** Sends files out and home, and gives the number of units; files that cannot be read are left out, one by one. */
async function loop(files: readonly string[], format: string, target: string | undefined): Promise<number> {
  const { helve, folder, json, extract } = await createLoop(files, format);
  const language = target === undefined ? [] : ['--target', target];
  const sent = await json<{ readonly outputs: readonly { readonly locale: string; readonly units: number }[] }>(
    ...extract,
    ...language,
  );
  const isUnclear = target === undefined && sent?.outputs.some(({ locale }) => locale === 'und') === true;
  if (sent === undefined || isUnclear) {
    if (files.length > 1) return loopEach(files, format, target);
    // A catalog that names no language is told one; a file that cannot be read is no part of this.
    return target === undefined ? loop(files, format, 'de') : 0;
  }
  if (sent.outputs.length === 0) return 0;
  await translate(helve, folder, format);
  const isNew = target !== undefined && !/\.(?:po|pot|xcstrings|xlf|xliff|xlf2|mxliff|sdlxliff)$/.test(files[0] ?? '');
  const places = isNew ? ['-o', 'loop/{lang}/{relpath}', '--layout', 'source', '--fallback', 'source'] : [];
  const merge = ['merge', 'exchange', ...places, '--no-tm'];
  const merged = await json<Merged>(...merge);
  // A catalog in the language of the sources goes out for those of all others, and cannot hold them all.
  if (merged === undefined && files.length > 1) return loopEach(files, format, target);
  const wrong = merged?.units.filter(({ result }) => !['applied', 'unchanged', 'missing'].includes(result));
  expect({ wrong, unread: merged?.unread }).toEqual({ wrong: [], unread: [] });
  const units = sent.outputs.reduce((sum, output) => sum + output.units, 0);
  expect(Object.values(merged?.counts ?? {}).reduce((sum, count) => sum + count, 0)).toBe(units);
  // Cells may have a guard before their text, and memories are translated by hand.
  if (isNew && format !== 'tmx' && format !== 'csv') await expectAsDirect(helve, folder, format, language);
  const before = new Map(
    filesIn(join(folder, isNew ? 'loop' : 'src')).map((file) => [file, readFileSync(file, 'utf8')]),
  );
  const again = await json<Merged>(...merge);
  if (!isLongRun) expect(again?.counts['applied']).toBe(0);
  for (const [file, text] of before) expect(readFileSync(file, 'utf8')).toBe(text);
  return units;
}

/** Sends files out and home one by one. */
async function loopEach(files: readonly string[], format: string, target: string | undefined): Promise<number> {
  let count = 0;
  for (const file of files) count += await loop([file], format, target);
  return count;
}

/** Translates what went out: no flow reads translation memories, so that each of their texts gets a sign in front. */
async function translate(helve: Project['helve'], folder: string, format: string): Promise<void> {
  if (format !== 'tmx') {
    const back = await helve(['run', engineOf(format), 'exchange', '--source', 'en', '--in-place']);
    expect(back).toMatchObject({ code: 0 });
    return;
  }
  const out = join(folder, 'exchange');
  for (const file of filesIn(out)) {
    const [, locale = ''] = relative(out, file).split('/');
    const units = readFileSync(file, 'utf8').replaceAll(
      /(<tuv [^]*?<seg>)([^]*?)(<\/seg>\s*<\/tuv>)[^]*?(<\/tu>)/g,
      `$1$2$3<tuv xml:lang="${locale}"><seg>¡$2</seg></tuv>$4`,
    );
    writeFileSync(file, units);
  }
}

/** Expects the files that came home to be those that the engine makes of the originals. */
async function expectAsDirect(
  helve: (args: readonly string[]) => Promise<unknown>,
  folder: string,
  format: string,
  language: readonly string[],
): Promise<void> {
  const flags = ['--source', 'en', ...language, '-o', 'direct/{lang}/{relpath}', '--keep-going'];
  await helve(['run', engineOf(format), 'src', ...flags]);
  const made = join(folder, 'loop');
  for (const file of filesIn(made)) {
    const direct = withoutSigns(readFileSync(join(folder, 'direct', relative(made, file))));
    const merged = readFileSync(file);
    const isSame = withoutSigns(merged) === direct;
    if (!otherwiseTranslated.test(merged.toString())) expect(isSame, relative(made, file)).toBe(true);
  }
}

/** Text without the signs of the engine, which stand before the first word: not where codes are words too. */
function withoutSigns(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll(/\u00C2\u00A1|\\u00A1|\u00A1/gu, '');
}

/** Time for a portion of files. */
export const loopLimitMs = isLongRun ? 900_000 : 60_000;

/** Portions of files, each with the format that it goes out in: all of them, or one in turn for each file. */
export function loopCases(folders: readonly string[]): readonly (readonly [string, string, readonly string[]])[] {
  return portions(folders).flatMap((files) =>
    exchangeFormats.map((format, at) => {
      const own = isLongRun ? files : files.filter((_, index) => index % exchangeFormats.length === at);
      return [relative(data, own[0] ?? ''), format, own] as const;
    }),
  );
}

/** Expects all units of some files to come home; in a long run, portions may have none. */
export async function expectLoop(files: readonly string[], format: string, target: string | undefined): Promise<void> {
  expect(await loop(files, format, target)).toBeGreaterThan(isLongRun ? -1 : 0);
}
