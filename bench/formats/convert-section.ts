import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { outputOf } from '../flow/corpus.js';
import { hasProgram } from '../flow/peers.js';
import { measure, report, type Contender } from '../measure.js';
import { filesOf } from './table-row.js';

const SAMPLES = 5;
const FILES = 100;
const helve = resolve('packages', 'cli', 'bin', 'helve.js');

/** A pair of converters of translate-toolkit, and files for them. */
interface ConverterRow {
  readonly format: string;
  readonly folders: readonly string[];
  readonly endings: readonly string[];
  /** Programs that make a catalog, and that bring it home into a template. */
  readonly out: string;
  readonly home: string;
}

export const converterRows: readonly ConverterRow[] = [
  { format: 'yaml', folders: ['yaml', 'yaml-rails'], endings: ['.yml', '.yaml'], out: 'yaml2po', home: 'po2yaml' },
  { format: 'html', folders: ['html'], endings: ['.html'], out: 'html2po', home: 'po2html' },
  { format: 'resx', folders: ['resx'], endings: ['.resx'], out: 'resx2po', home: 'po2resx' },
  { format: 'json', folders: ['json'], endings: ['.json'], out: 'json2po', home: 'po2json' },
  { format: 'properties', folders: ['properties'], endings: ['.properties'], out: 'prop2po', home: 'po2prop' },
  { format: 'csv', folders: ['csv'], endings: ['.csv'], out: 'csv2po', home: 'po2csv' },
];

/** Files that go out as catalogs, are filled with their sources, and come home: whole processes on both sides. */
export async function converters(): Promise<boolean> {
  if (!hasProgram('msgen')) {
    console.log('\nConverters of translate-toolkit: msgen of gettext, which fills the catalogs, is not installed here');
    return true;
  }
  const kept: boolean[] = [];
  for (const row of converterRows) kept.push(await besideConverters(row));
  return kept.every(Boolean);
}

async function besideConverters(row: ConverterRow): Promise<boolean> {
  const paths = filesOf({ ...row, files: FILES });
  if (paths.length === 0 || !hasProgram(row.out)) {
    console.log(`\n${row.format}: ${paths.length === 0 ? 'its files are' : `${row.out} is`} not here`);
    return true;
  }
  const folder = outputOf(`convert-${row.format}`);
  try {
    mkdirSync(join(folder, 'src'), { recursive: true });
    for (const [at, path] of paths.entries()) copyFileSync(path, join(folder, 'src', `${at}${extname(path)}`));
    const title = `${row.format}: ${FILES} files to PO and back`;
    return report(title, 'ms', await measure([toolkit(row, folder), ours(folder)], { samples: SAMPLES }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function toolkit({ out, home }: ConverterRow, folder: string): Contender {
  return {
    name: `${out}, ${home} (whole processes)`,
    sample() {
      for (const made of ['po', 'back']) rmSync(join(folder, made), { recursive: true, force: true });
      const went = msOf(out, ['--progress=none', '-i', 'src', '-o', 'po'], folder);
      fill(folder, 'po');
      return went + msOf(home, ['--progress=none', '-t', 'src', '-i', 'po', '-o', 'back'], folder);
    },
  };
}

function ours(folder: string): Contender {
  return {
    name: 'helve extract, helve merge (whole processes)',
    target: { timesFloor: 1 / 4 },
    sample() {
      for (const made of ['exchange', 'merged', '.helve']) rmSync(join(folder, made), { recursive: true, force: true });
      const run = (...args: readonly string[]) => msOf(process.execPath, [helve, ...args], folder);
      const went = run('extract', 'src', '--to', 'po', '--source', 'en', '--target', 'de', '-o', 'exchange');
      fill(folder, 'exchange');
      return went + run('merge', 'exchange', '-o', 'merged/{name}');
    },
  };
}

/** Gives every message its source as translation. */
function fill(folder: string, made: string): void {
  const script = `find ${made} -name '*.po' -exec msgen --lang=de {} -o {} ';'`;
  spawnSync('sh', ['-c', script], { cwd: folder });
}

/** Milliseconds of a program; one that finds fault with some of its files counts too. */
function msOf(name: string, args: readonly string[], cwd: string): number {
  const began = performance.now();
  const { status, error, stderr } = spawnSync(name, args, { cwd, encoding: 'utf8' });
  if (error !== undefined || status === null || status > 1)
    throw new Error(
      `Cannot measure "${name} ${args.join(' ')}": ${error?.message ?? `exit code ${status}\n${stderr}`}`,
    );
  return performance.now() - began;
}
