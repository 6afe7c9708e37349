// What `flow` and `l10n` promise: the speed of formats, counts and checks beside gettext and translate-toolkit, what the
// engine adds to handlers, what threads and caches gain, and the memory that a large file takes.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { catalogs, rates } from './flow/catalog-section.js';
import { clearCorpus, outputOf, smallFile } from './flow/corpus.js';
import { programMs } from './flow/peers.js';
import { CORES, serveThread } from './flow/thread-variants.js';
import { flowVariants } from './flow/variants.js';
import { contender, runBench } from './kit/run-variants.js';
import { freshProcess, measure, report, type Contender, type Measured } from './measure.js';

const SAMPLES = 3;

if (isMainThread) await runBench(flowVariants, runAll);
else serveThread();

/** Runs all of it, or the sections that are named: `npm run bench -- flow engine memory`. */
async function runAll(): Promise<boolean> {
  const sections = { catalogs, rates, formats, segmentation, engine, waiting, threads, mixed, memory, start };
  const asked = process.argv.slice(2);
  try {
    const kept: boolean[] = [];
    for (const [name, section] of Object.entries(sections)) {
      if (asked.length === 0 || asked.includes(name)) kept.push(await section());
    }
    return kept.every(Boolean);
  } finally {
    clearCorpus();
  }
}

async function formats(): Promise<boolean> {
  return table('Formats: read and write back, per MiB', 'ms', [
    contender('json: round trip', { atMost: 1000 / 15 }),
    contender('markdown: round trip', { atMost: 1000 / 8 }),
    contender('xliff: round trip', { atMost: 1000 / 12 }),
    contender('properties: round trip'),
    contender('po: round trip'),
  ]);
}

async function segmentation(): Promise<boolean> {
  return all([
    await table('Segmentation, hybrid, per MB', 'ms', [
      contender('segmentText latin', { atMost: 200 }),
      contender('segmentText greek', { atMost: 200 }),
      contender('segmentText cyrillic', { atMost: 200 }),
      contender('segmentation step', { atMost: 200 }),
    ]),
    await table('Redaction, 100 rules, there and back, per MB', 'ms', [
      contender('redact and unredact', { atMost: 200 }),
    ]),
    await table('A script that does nothing, per block', 'µs', [contender('script step', { atMost: 50 })]),
  ]);
}

async function engine(): Promise<boolean> {
  const five = await measured([
    contender('a loop: five annotate steps'),
    contender('engine: five annotate steps', { timesFloor: 2 }),
  ]);
  const small = await measured([
    contender('engine: one pass-through step'),
    contender('engine: ten pass-through steps'),
    contender('engine: ten empty annotate steps'),
  ]);
  const [loop, run] = medians(five);
  const [one, passing, annotating] = medians(small);
  return all([
    report('Five annotate tools on 1,000,000 blocks', 'ms', five),
    limit('what the engine adds, per block and step', ((run - loop) * 1000) / 5_000_000, 1, 'µs'),
    report('300,000 blocks through steps that do nothing', 'ms', small),
    limit('a pass-through step, per part', ((passing - one) * 1000) / 9 / 300_000, 0.3, 'µs'),
    limit('an annotate step with the backstop on, per block', ((annotating - one) * 1000) / 9 / 300_000, 1, 'µs'),
    await table('JSON, 12 MiB, through the engine', '%', [
      contender('json: percent that ten pass-through steps add', { atMost: 5 }),
    ]),
  ]);
}

async function waiting(): Promise<boolean> {
  return all([
    await table('Four steps that wait, side by side', 'ms', [
      contender('the slowest of four waiting steps'),
      contender('four waiting steps in parallel', { timesFloor: 1.3 }),
    ]),
    await table('80 calls of 20 ms', 'ms', [
      contender('parallelBlocks: 1'),
      contender('parallelBlocks: 8', { timesFloor: 1 / 7 }),
    ]),
    await table('10,000 blocks and a provider that takes 5 ms', 'ms', [
      contender('cache: first run'),
      contender('cache: warm run', { timesFloor: 1 / 20 }),
    ]),
  ]);
}

/**
 * How much of the gain of a plain loop is left, which is what the machine has to give at this moment. A loop has one core
 * when it is alone, and so has the one thread that two are compared with; what they gain over one that has V8's own
 * threads on the other core is printed beside it. Every thread compiles for itself, for about a second: in a small
 * folder that is much of the work, so the target is that of one which keeps a thread busy for half a minute.
 */
async function threads(): Promise<boolean> {
  const rows = await measured([
    contender('a loop: gain of two threads'),
    contender('24 JSON files, 12 MiB: gain of two threads'),
    contender('24 JSON files, a second run: gain of two threads'),
    contender('844 mixed files, 63 MB: gain of two threads'),
    contender('3,376 mixed files, 252 MB: gain of two threads'),
    contender('844 mixed files, one thread on one core: gain of two'),
    contender('3,376 mixed files, one thread on one core: gain of two'),
  ]);
  report('Two threads', 'times', rows);
  const [loop = NaN, ...gains] = rows.map(({ median }) => median);
  const [few, again, more, many, moreAlone, manyAlone = NaN] = gains.map((gain) => gain / loop);
  console.log(`  the share of the gain that 24 files have: ${few?.toFixed(2)}`);
  console.log(`  the share that they have in a second run of the process: ${again?.toFixed(2)}`);
  console.log(`  the share that 844 files have: ${more?.toFixed(2)}; over one core: ${moreAlone?.toFixed(2)}`);
  console.log(`  the share that 3,376 files have: ${many?.toFixed(2)}`);
  return atLeast('the share of the gain that 3,376 files have over one core', manyAlone, 0.85);
}

/** The limits are those of another machine, not scaled to this one. */
async function mixed(): Promise<boolean> {
  const rows = await measured([
    contender('mixed folder: one thread'),
    contender('mixed folder: a thread for each core', { atMost: 2 * 1544, timesFloor: 1 / (0.7 * CORES) }),
  ]);
  return all([
    report(`844 mixed files, 63 MB, pseudo-translated, ${CORES} cores`, 'ms', rows),
    await memoryTable('844 mixed files, 63 MB, pseudo-translated', [
      contender('mixed folder: peak RSS', { atMost: 1.5 * 246 }),
    ]),
  ]);
}

async function memory(): Promise<boolean> {
  return all([
    await memoryTable('JSON through three steps: heap in use above idle', [
      contender('json 12 MiB: heap above idle', { atMost: 24 }),
      contender('json 240 MiB: heap above idle', { atMost: 24, timesFloor: 1.1 }),
    ]),
    await memoryTable('PO through three steps: heap in use above idle', [
      contender('po 18 MB: heap above idle', { atMost: 24 }),
      contender('po 200 MB: heap above idle', { atMost: 24, timesFloor: 1.1 }),
    ]),
    await memoryTable('Peak of the whole process, JSON', [
      contender('json 20 MB: peak RSS'),
      contender('json 200 MB: peak RSS', { timesFloor: 1.5 }),
    ]),
    await memoryTable('Peak of the whole process, PO', [
      contender('po 18 MB: peak RSS'),
      contender('po 200 MB: peak RSS', { timesFloor: 1.5 }),
    ]),
  ]);
}

async function start(): Promise<boolean> {
  const main = join('packages', 'cli', 'bin', 'helve.js');
  if (!existsSync(join('packages', 'cli', 'dist', 'index.js'))) {
    console.log('\nhelve run: the command line is not built here');
    return true;
  }
  const file = smallFile();
  const args = [resolve(main), 'run', 'pseudo-translate', file, '-o', outputOf('small.json')];
  return table('`helve run` on one small file, in a folder without a config', 'ms', [
    { name: 'a bare node', sample: freshProcess(['-e', '0']) },
    { ...programMs(process.execPath, args, dirname(file)), name: 'helve run', target: { atMost: 250 } },
  ]);
}

async function table(
  title: string,
  unit: string,
  contenders: readonly Contender[],
  samples: number = SAMPLES,
): Promise<boolean> {
  return report(title, unit, await measure(contenders, { samples }));
}

/** A large file is looked at many times while it streams: one run tells enough. */
function memoryTable(title: string, contenders: readonly Contender[]): Promise<boolean> {
  return table(title, 'MiB', contenders, 1);
}

function measured(contenders: readonly Contender[]): Promise<Measured[]> {
  return measure(contenders, { samples: SAMPLES });
}

function medians(rows: readonly Measured[]): readonly [number, number, number] {
  const [one = NaN, two = NaN, three = NaN] = rows.map(({ median }) => median);
  return [one, two, three];
}

function limit(what: string, value: number, most: number, unit: string): boolean {
  const ok = value <= most;
  console.log(`  ${what}: ${value.toFixed(2)} ${unit} (target ≤ ${most.toFixed(2)}) ${ok ? 'ok' : 'miss'}`);
  return ok;
}

function atLeast(what: string, value: number, least: number): boolean {
  const ok = value >= least;
  console.log(`  ${what}: ${value.toFixed(2)} (target ≥ ${least.toFixed(2)}) ${ok ? 'ok' : 'miss'}`);
  return ok;
}

function all(kept: readonly boolean[]): boolean {
  return kept.every(Boolean);
}
