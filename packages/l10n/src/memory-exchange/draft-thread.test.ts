import { createThreadPool } from '@helve/worker/pool';
import { build } from 'esbuild';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileSource } from '../format/byte-source.js';
import { tmxOptions } from '../format/tmx/options.js';
import type { TmBlock, TmEntry, TranslationMemory } from '../memory/contract.js';
import { createMemoryStorage } from '../memory/create-memory-storage.js';
import { createTranslationMemory } from '../memory/create-translation-memory.js';
import { indexBlock } from '../memory/gram-block.js';
import { importTmx, type ImportRequest } from './import-tmx.js';

const source = join(import.meta.dirname, '..');
const packages = join(source, '..', '..');
const cache = join(packages, '..', 'node_modules', '.cache', 'helve');
const now = () => '2026-01-02T03:04:05.000Z';

const document = (...units: readonly string[]) =>
  `<?xml version="1.0"?><tmx version="1.4"><header srclang="en"><note>old</note></header><body>${units.join('\n')}</body></tmx>`;
const tu = (en: string, de: string) =>
  `<tu creationdate="20200102T030405Z"><prop type="p">1</prop><tuv xml:lang="en"><seg>${en}</seg></tuv><tuv xml:lang="de"><seg>${de}</seg></tuv></tu>`;
const many = (count: number) => Array.from({ length: count }, (_, index) => tu(`a  ${index} {n}`, `ü ${index} {n}`));

describe('importTmx with a thread', () => {
  const pool = createThreadPool({ size: 1 });
  let folder: string;

  // A thread cannot run TypeScript.
  beforeAll(async () => {
    await mkdir(cache, { recursive: true });
    folder = await mkdtemp(join(cache, 'drafts-'));
    const entry = (name: string, file = 'index') => join(packages, name, 'src', `${file}.ts`);
    await build({
      entryPoints: [join(source, 'testing', 'fixture', 'draft-thread.ts')],
      outfile: join(folder, 'draft-thread.mjs'),
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'node20',
      logLevel: 'silent',
      alias: {
        '@helve/core': entry('core'),
        '@helve/core/options': entry('core', 'options'),
        '@helve/flow': entry('flow'),
        '@helve/flow/content': entry('flow', 'content'),
        '@helve/flow/engine': entry('flow', 'engine'),
      },
    });
    await writeFile(join(folder, 'dead.mjs'), 'process.exit(7);\n');
  });
  afterAll(async () => {
    await pool.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Imports a file into a memory of its own, on this thread or another. */
  async function run(text: string, module?: string, more: Partial<ImportRequest> = {}) {
    const path = join(folder, 'a.tmx');
    await writeFile(path, text);
    const storage = createMemoryStorage();
    const memory = createTranslationMemory(storage, { now: () => Date.parse(now()) });
    const request = { source: fileSource(path), file: 'a.tmx', memory, storage, now, ...more };
    const thread = module === undefined ? undefined : { pool, module: join(folder, module), path };
    const outcome = await importTmx(request, tmxOptions({}), thread).catch((error: unknown) => ({ error }));
    const entries: TmEntry[] = [];
    for await (const entry of storage.entries()) entries.push(entry);
    return { outcome, entries, sessions: await storage.sessions(), stats: await storage.stats() };
  }

  test('T83 a thread brings what is read without one: entries, session and remarks', async () => {
    const text = document(
      ...many(1200),
      tu('Open <bpt i="1">&lt;b&gt;</bpt>all<ept i="1">&lt;/b&gt;</ept>', 'Alles'),
      tu('a  1 {n}', 'ü 1 {n}'),
      tu('', 'x'),
    );
    const more = { project: 'shop', languages: { from: 'en', to: ['de'] } };
    const threaded = await run(text, 'draft-thread.mjs', more);
    expect(threaded.outcome).toMatchObject({ units: 1203, added: 1201, unchanged: 1, skipped: 1, differing: 1 });
    expect(threaded).toEqual(await run(text, undefined, more));
  });

  test('T79 a thread indexes blocks between its lists; behind the last one they are indexed here', async () => {
    const keys = ['Open', 'Öffnen'].map((text, number) => ({ number, tiers: 7, text }));
    const made: (TmBlock | undefined)[] = [];
    const add: TranslationMemory['add'] = async (drafts, index) => {
      for await (const _ of drafts) made.push(await index?.(0, keys));
      made.push(await index?.(0, keys));
      return { added: 0, updated: 0, unchanged: 0 };
    };
    await run(document(...many(3)), 'draft-thread.mjs', { memory: { add } });
    const { lengths, postings } = indexBlock(0, keys);
    expect(made.length).toBeGreaterThan(1);
    for (const block of made) {
      expect(block?.lengths).toEqual(lengths);
      expect(Buffer.concat(block?.postings ?? []).equals(Buffer.concat(postings))).toBe(true);
    }
  });

  test('T83 what a thread read before a mistake is kept, and the error is that of reading without one', async () => {
    const text = document(...many(1100), '<tu><tuv xml:lang="en"><seg>never closed</tuv></tu>');
    const threaded = await run(text, 'draft-thread.mjs');
    expect(threaded.outcome).toMatchObject({ error: { code: 'L10N_IMPORT', details: { line: 1101, kept: 1100 } } });
    expect(threaded).toEqual(await run(text));
    const other = await run('<other/>', 'draft-thread.mjs');
    expect(other.outcome).toMatchObject({ error: { code: 'L10N_PARSE', details: { line: 1 } } });
    expect(other).toEqual(await run('<other/>'));
  });

  test('T83 an import by a thread can be stopped; what was written by then stays', async () => {
    const stop = new AbortController();
    const { outcome, stats } = await run(document(...many(12_000)), 'draft-thread.mjs', {
      signal: stop.signal,
      progress: () => stop.abort(),
    });
    expect(outcome).toMatchObject({ error: { message: expect.stringMatching(/it was interrupted; \d+ entries/u) } });
    expect(stats.entries).toBeGreaterThanOrEqual(1000);
    expect(stats.entries).toBeLessThan(12_000);
  });

  test('T83 a thread that ends early is an error that names the file', async () => {
    const { outcome, sessions } = await run(document(...many(1)), 'dead.mjs');
    expect(outcome).toMatchObject({ error: { code: 'L10N_THREAD', message: expect.stringContaining('"a.tmx"') } });
    expect(sessions).toEqual([]);
  });
});
