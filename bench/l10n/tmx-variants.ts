import { hash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { GCProfiler, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { useSha256 } from '@helve/core';
import { createTranslationMemory, fileSource, importTmx, tmxOptions, type TranslationMemory } from '@helve/l10n';
import { openSqliteMemory } from '@helve/store';
import { createThreadPool } from '@helve/worker/pool';
import type { Variants } from '../kit/run-variants.js';
import { medianOf } from '../measure.js';

const segmentsFile = join('..', 'shared', 'data', 'memory-segments.json');
/** As `helve tm import` reads large files. */
const threadModule = resolve('packages', 'cli', 'bin', 'tmx-thread.js');
const MEBIBYTE = 1024 * 1024;
const LOOKUPS = 2000;

/** What came of one import. */
export interface ImportFacts {
  /** For each unit. */
  readonly microseconds: number;
  /** Processor time for each unit, of both threads: what others do meanwhile is not counted. */
  readonly processor: number;
  /** The most that was in use above what was before, when garbage had just been collected, in MiB. */
  readonly heap: number;
  /** Milliseconds for a text that is there, when all of it is in. */
  readonly lookup: number;
}

/** Imports of so many units. Each is made once: its facts are the first line, and how long it took is the second. */
export const tmxVariants: Variants = {
  'tmx 100,000 units': () => tellImport(100_000),
  'tmx 1,000,000 units': () => tellImport(1_000_000),
};

async function tellImport(count: number): Promise<number> {
  const facts = await importUnits(count);
  console.log(JSON.stringify(facts));
  return facts.microseconds;
}

/** Real strings where they are, else made ones; each a little different from the others after the first round. */
function* texts(count: number): Generator<string> {
  const known = segments();
  for (let index = 0; index < count; index += 1) {
    const text = known[index % known.length] ?? '';
    yield index < known.length ? text : `${text} ${Math.floor(index / known.length)}`;
  }
}

function segments(): readonly string[] {
  try {
    const { segments: known } = JSON.parse(readFileSync(segmentsFile, 'utf8')) as {
      segments: readonly string[];
    };
    return known;
  } catch {
    return Array.from({ length: 50_000 }, (_, index) => `Sentence ${index} of a text about ships that nobody has seen`);
  }
}

async function importUnits(count: number): Promise<ImportFacts> {
  useSha256((text) => hash('sha256', text));
  return inFolder(async (folder) => {
    const path = join(folder, 'units.tmx');
    writeUnits(path, count);
    const storage = openSqliteMemory({ path: join(folder, 'memory.db') });
    const memory = createTranslationMemory(storage);
    const pool = createThreadPool();
    const idle = heapInUse();
    // Collecting by force throws compiled code away, so the engine's own collections are looked at.
    const collections = new GCProfiler();
    collections.start();
    const began = performance.now();
    const worked = process.cpuUsage();
    const { units } = await importTmx(
      {
        source: fileSource(path),
        file: 'units.tmx',
        memory,
        storage,
        now: () => new Date().toISOString(),
      },
      tmxOptions({}),
      { pool, module: threadModule, path },
    );
    const took = performance.now() - began;
    const { user, system } = process.cpuUsage(worked);
    const heap = Math.max(heapInUse(), ...inUseAfter(collections)) - idle;
    const lookup = await exactLookup(memory, count);
    await storage.close();
    await pool.close();
    return { microseconds: (took * 1000) / units, processor: (user + system) / units, heap: heap / MEBIBYTE, lookup };
  });
}

/** The median for texts from all over the memory, each asked for once: only the first look is not counted. */
async function exactLookup(memory: TranslationMemory, count: number): Promise<number> {
  const step = Math.floor(count / LOOKUPS);
  const sources = [...texts(count)].filter((_, index) => index % step === 0);
  const times: number[] = [];
  let found = 0;
  for (const source of [sources[0] ?? '', ...sources]) {
    const began = performance.now();
    const [match] = await memory.lookup({ source, from: 'en', to: 'de', minScore: 1 });
    times.push(performance.now() - began);
    if (match !== undefined) found += 1;
  }
  // Those that differ from another in white space alone are ambiguous, and given only below 1.
  if (found < sources.length * 0.8) throw new Error(`Cannot measure: only ${found} of ${sources.length} are found`);
  return medianOf(times.slice(1));
}

function writeUnits(path: string, count: number): void {
  const file = openSync(path, 'w');
  writeSync(file, '<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4"><header srclang="en"/><body>\n');
  let waiting = '';
  let number = 0;
  for (const text of texts(count)) {
    const seg = escape(text);
    waiting += `<tu tuid="${(number += 1)}" creationdate="20260101T120000Z"><tuv xml:lang="en"><seg>${seg}</seg></tuv><tuv xml:lang="de"><seg>${seg} (de)</seg></tuv></tu>\n`;
    if (waiting.length < MEBIBYTE) continue;
    writeSync(file, waiting);
    waiting = '';
  }
  writeSync(file, `${waiting}</body></tmx>\n`);
  closeSync(file);
}

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escape(text: string): string {
  // oxlint-disable-next-line no-control-regex -- XML cannot hold these
  const legal = text.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/gu, '');
  return legal.replaceAll(/[&<>]/gu, (char) => references[char] ?? char);
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'helve-tmx-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What was in use after each whole collection. */
function inUseAfter(collections: GCProfiler): readonly number[] {
  return collections
    .stop()
    .statistics.filter(({ gcType }) => gcType === 'MarkSweepCompact')
    .map(({ afterGC: { heapStatistics } }) => heapStatistics.usedHeapSize + heapStatistics.externalMemory);
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What is in use once the garbage is gone. */
function heapInUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
