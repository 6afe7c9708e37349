import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { catalogFolder } from './check-variants.js';

type Row = readonly [name: string, value: string, promise: string, isKept: boolean];

const FILES = 400;
const BYTES = 100 * 1024 * 1024;
const MIB = 1024 * 1024;

/** Measures all default checks over many files beside one check, and the memory for one large file. */
export async function largeFiles(): Promise<readonly Row[]> {
  const from = catalogFolder();
  if (from === undefined) return [];
  const folder = mkdtempSync(join(tmpdir(), 'helve-findings-'));
  try {
    return [manyFiles(from, join(folder, 'many')), largeFile(from, join(folder, 'large'))];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function catalogsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.po'))
    .map((name) => join(folder, name))
    .toSorted();
}

function manyFiles(from: string, folder: string): Row {
  mkdirSync(folder);
  const files = catalogsIn(from);
  for (let index = 0; index < FILES; index += 1)
    copyFileSync(files[index % files.length] ?? '', join(folder, `${index}.po`));
  const one = check([folder, '--check', 'qa-check']).seconds;
  const all = check([folder]).seconds;
  const ratio = all / one;
  return [
    `all defaults over ${FILES} files, times qa-check alone`,
    `${ratio.toFixed(2)}× (${all.toFixed(1)} s)`,
    '≤ 3×',
    ratio <= 3,
  ];
}

/** One catalog with the messages of the largest one again and again, each with a context of its own. */
function largeFile(from: string, folder: string): Row {
  mkdirSync(folder);
  const largest = catalogsIn(from).toSorted((one, other) => statSync(other).size - statSync(one).size)[0] ?? '';
  const [head = '', ...entries] = readFileSync(largest, 'utf8').split('\n\n');
  const path = join(folder, 'large.po');
  writeFileSync(path, `${head}\n\n`);
  const plain = entries.filter((entry) => /^msgid /m.test(entry) && !/^msgctxt|^#~/m.test(entry));
  for (let round = 0; statSync(path).size < BYTES; round += 1)
    appendFileSync(
      path,
      `${plain.map((entry) => entry.replace(/^msgid /m, `msgctxt "${round}"\nmsgid `)).join('\n\n')}\n\n`,
    );
  const { mib } = check([path]);
  return ['memory for one catalog of 100 MB', `${mib.toFixed(0)} MiB`, '≤ 400 MiB', mib <= 400];
}

function check(args: readonly string[]): { readonly seconds: number; readonly mib: number } {
  const helve = resolve('packages', 'cli', 'bin', 'helve.js');
  const began = performance.now();
  const { stderr } = spawnSync(
    '/usr/bin/time',
    [
      '-f',
      '%M',
      process.execPath,
      helve,
      'check',
      ...args,
      '--no-fail',
      '--format',
      'json',
      '--output',
      join(tmpdir(), 'helve-findings.json'),
    ],
    { encoding: 'utf8' },
  );
  const kib = Number(stderr.trim().split('\n').at(-1));
  return { seconds: (performance.now() - began) / 1000, mib: (kib * 1024) / MIB };
}
