import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Step } from '@helve/flow';
import { outputOf } from '../flow/corpus.js';
import { pythonWith } from '../flow/peers.js';
import { runFile } from '../flow/run-steps.js';
import { contender, type Variants } from '../kit/run-variants.js';
import { measure, report, type Contender } from '../measure.js';

const SAMPLES = 5;
const MEBIBYTE = 1024 * 1024;
const script = join('bench', 'formats', 'office.py');
const pseudo: readonly Step[] = [{ tool: 'pseudo-translate' }];

/** The files of this section, in the folder of the others. */
const files = {
  workbook: outputName('office.xlsx'),
  small: outputName('office-small.xlsx'),
  archive: outputName('office-large.xlsx'),
  document: outputName('office.docx'),
};

/** Office files whose every text is written anew. */
export const officeVariants: Variants = {
  'xlsx, 50,000 strings: pseudo-translated': () => msOf(files.workbook, 'xlsx'),
  'xlsx, 50,000 strings: peak': async () => {
    await msOf(files.workbook, 'xlsx');
    return process.resourceUsage().maxRSS / 1024;
  },
  'docx, 300 pages: pseudo-translated': () => msOf(files.document, 'docx'),
  'xlsx, 200 MB of pictures: one sheet changed': () => msOf(files.archive, 'xlsx'),
  'xlsx, 200 MB of pictures: memory above idle': memoryAboveIdle,
};

/** Office files beside the libraries that Python has for them. */
export async function office(): Promise<boolean> {
  const python = pythonWith('openpyxl, docx');
  if (python === undefined) {
    console.log('\nOffice files beside openpyxl and python-docx: those are not installed here');
    return true;
  }
  makeFiles(python);
  try {
    return [
      await table('A workbook of 50,000 strings, every one changed', 'ms', [
        says(python, 'openpyxl: load, change, save', 'ms:workbook', files.workbook),
        contender('xlsx, 50,000 strings: pseudo-translated', { timesFloor: 1 / 8 }),
      ]),
      await table('A workbook of 50,000 strings: peak of the process', 'MiB', [
        says(python, 'openpyxl', 'MiB:workbook', files.workbook),
        contender('xlsx, 50,000 strings: peak', { timesFloor: 1 / 2 }),
      ]),
      await table('A document of 300 pages', 'ms', [
        says(python, 'python-docx: open, save', 'ms:document', files.document),
        contender('docx, 300 pages: pseudo-translated', { timesFloor: 1.5 }),
      ]),
      await table('A workbook with 200 MB of pictures, one sheet changed', 'ms', [
        { name: 'cp', sample: copy },
        contender('xlsx, 200 MB of pictures: one sheet changed', { timesFloor: 1.5 }),
      ]),
      await table('A workbook with 200 MB of pictures: memory', 'MiB', [
        contender('xlsx, 200 MB of pictures: memory above idle', { atMost: 64 }),
      ]),
    ].every(Boolean);
  } finally {
    for (const path of Object.values(files)) rmSync(path, { force: true });
  }
}

function makeFiles(python: string): void {
  const make = (...args: readonly string[]) => void run(python, args);
  make('make-workbook', files.workbook);
  make('make-small-workbook', files.small);
  make('make-archive', files.archive, files.small);
  make('make-document', files.document);
}

async function msOf(path: string, ending: string): Promise<number> {
  const began = performance.now();
  await runFile(path, pseudo, outputOf(`office.${ending}`));
  return performance.now() - began;
}

/** Memory of the process at its peak, above that of a run over a small file. */
async function memoryAboveIdle(): Promise<number> {
  await msOf(files.small, 'xlsx');
  const idle = process.memoryUsage.rss();
  await msOf(files.archive, 'xlsx');
  return (process.resourceUsage().maxRSS * 1024 - idle) / MEBIBYTE;
}

function copy(): number {
  const to = outputOf('copied.xlsx');
  const began = performance.now();
  copyFileSync(files.archive, to);
  const took = performance.now() - began;
  rmSync(to);
  return took;
}

function says(python: string, name: string, what: string, path: string): Contender {
  return {
    name,
    sample: () => {
      const output = outputOf(`peer-${what.replace(':', '-')}`);
      const took = Number(run(python, [what, path, output]));
      if (existsSync(output)) rmSync(output);
      return took;
    },
  };
}

function run(python: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(python, [script, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Cannot measure "${args.join(' ')}": exit code ${status}\n${stderr}`);
  return stdout;
}

/** A name that every process of this bench gives to a file. */
function outputName(name: string): string {
  return join(outputOf(''), '..', name);
}

async function table(title: string, unit: string, contenders: readonly Contender[]): Promise<boolean> {
  return report(title, unit, await measure(contenders, { samples: SAMPLES }));
}
