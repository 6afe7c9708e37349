import { createThreadPool, type ThreadPool } from '@helve/worker/pool';
import { build } from 'esbuild';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Step } from '../../contract/flow-document.js';
import type { Vault } from '../../contract/vault.js';
import { createMemoryBlockStore } from '../../session/create-memory-block-store.js';
import { threadIo, threadTools } from '../../testing/thread-kit.js';
import { runFlow, type RunOptions } from '../run-flow.js';

const source = join(import.meta.dirname, '..', '..');
const core = join(source, '..', '..', 'core', 'src');
const cache = join(source, '..', '..', '..', 'node_modules', '.cache', 'helve');
const filler = Array.from({ length: 80 }, (_, index) => `Line ${index} ${'is long '.repeat(400)}`);

describe('threads', () => {
  let built: string;
  let folder: string;
  let pool: ThreadPool;

  // A thread cannot run TypeScript.
  beforeAll(async () => {
    await mkdir(cache, { recursive: true });
    built = await mkdtemp(join(cache, 'thread-'));
    await build({
      entryPoints: [join(source, 'testing', 'fixture', 'small-thread.ts')],
      outfile: join(built, 'small-thread.mjs'),
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'node20',
      logLevel: 'silent',
      alias: {
        '@helve/core': join(core, 'index.ts'),
        '@helve/core/options': join(core, 'options.ts'),
      },
    });
  });
  afterAll(() => rm(built, { recursive: true, force: true }));
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'helve-threads-'));
    pool = createThreadPool({ size: 3 });
  });
  afterEach(async () => {
    await pool.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs the flow over files of these lines, here or in threads. */
  async function run(
    files: readonly (readonly string[])[],
    count: number | undefined,
    more: Partial<RunOptions> & { steps?: Step[]; required?: boolean } = {},
  ) {
    const { steps = [{ tool: 'translates' }], required = false, ...options } = more;
    const threaded = { pool, module: join(built, 'small-thread.mjs'), required };
    const inputs = files.map((_, index) => ({ id: `f${index}`, path: join(folder, `f${index}.txt`) }));
    await Promise.all(files.map((lines, index) => writeFile(join(folder, `f${index}.txt`), `${lines.join('\n')}\n`)));
    const data = { inputs, token: 'same', closed: join(folder, 'closed') };
    const tools = threadTools();
    const plan = tools.plan(steps, { targetLocales: ['de'] });
    const threads = new Set<string>();
    const report = await runFlow(plan, await threadIo(data), {
      tools: tools.registry,
      call: async ({ input }) => ({
        ok: true,
        data: JSON.stringify(input).slice(1, -1).toUpperCase(),
        intents: [],
        meta: {} as never,
      }),
      log: ({ message }) => threads.add(message),
      ...(count === undefined ? {} : { threads: { ...threaded, data, count } }),
      ...options,
    });
    const outputs: Record<string, string> = {};
    for (const name of (await readdir(folder)).toSorted()) {
      if (name.includes('_de')) outputs[name] = await readFile(join(folder, name), 'utf8');
      if (name.includes('_de')) await rm(join(folder, name));
    }
    const timeless = JSON.stringify(report, (key, value: unknown) => (['ms', 'timings'].includes(key) ? 0 : value));
    return {
      report,
      timeless,
      outputs,
      threads,
      left: (await readdir(folder)).filter((name) => name.endsWith('.tmp')),
    };
  }

  const sixFiles = Array.from({ length: 6 }, (_, index) => [...filler, `file ${index}`]);

  test('K120 documents run in threads, and bytes and report equal those of one thread', async () => {
    const here = await run(sixFiles, undefined);
    const there = await run(sixFiles, 2);
    expect(here.threads).toEqual(new Set(['thread 0']));
    expect(there.threads.size).toBe(2);
    expect(there.threads).not.toContain('thread 0');
    expect(there.outputs).toEqual(here.outputs);
    expect(Object.keys(there.outputs)).toHaveLength(6);
    expect(there.timeless).toBe(here.timeless);
  });

  test('M26 where this thread has to answer at any time, documents of any size wait for another one', async () => {
    const data = { inputs: [], token: 'other', closed: join(folder, 'closed') };
    const taken = await Promise.all([1, 2, 3].map(() => pool.borrow(join(built, 'small-thread.mjs'), { data })));
    const running = run([['one'], ['two']], 2, { required: true });
    setTimeout(() => taken[0]?.giveBack(), 50);
    const { threads, outputs } = await running;
    expect([threads.size, threads.has('thread 0')]).toEqual([1, false]);
    expect(Object.values(outputs)).toEqual(['ONE\n', 'TWO\n']);
    for (const thread of taken.slice(1)) await thread.stop();
  });

  test('K120 the largest documents have their turn first, those of about one size in their order, and all stand in the report in the order of inputs', async () => {
    const files = sixFiles.map((lines, index) => (index < 4 ? lines.slice(index) : [...lines, ...lines, ...lines]));
    const begun: (string | undefined)[] = [];
    const onProgress: RunOptions['onProgress'] = ({ kind, document }) => {
      if (kind === 'file-start') begun.push(document);
    };
    const { report } = await run(files, 1, { onProgress });
    expect(begun).toEqual(['f4', 'f5', 'f0', 'f1', 'f2', 'f3']);
    expect(report.documents.map(({ document }) => document)).toEqual(['f0', 'f1', 'f2', 'f3', 'f4', 'f5']);
    begun.length = 0;
    await run(files, undefined, { onProgress, concurrency: 1 });
    expect(begun).toEqual(['f0', 'f1', 'f2', 'f3', 'f4', 'f5']);
  });

  test('K120 a run has the threads of the run before', async () => {
    const first = await run(sixFiles, 2);
    const second = await run(sixFiles, 2);
    expect(second.threads).toEqual(first.threads);
    expect(second.timeless).toBe(first.timeless);
  });

  test('K120 a thread closes what it has opened for a run', async () => {
    await run(sixFiles, 2);
    await expect.poll(() => readFile(join(folder, 'closed'), 'utf8').catch(() => '')).toBe('closed\n'.repeat(2));
  });

  test('K120 a run makes do with the threads that are free, and with none where there is none', async () => {
    const another = () =>
      pool.borrow(join(built, 'small-thread.mjs'), { data: { inputs: [], token: 'other', closed: '' } });
    const here = await run(sixFiles, undefined);
    await Promise.all([another(), another()]);
    const narrow = await run(sixFiles, 3);
    expect(narrow.threads.size).toBe(1);
    expect(narrow.threads).not.toContain('thread 0');
    expect(narrow.timeless).toBe(here.timeless);
    await another();
    const without = await run(sixFiles, 3);
    expect(without.threads).toEqual(new Set(['thread 0']));
    expect(without.outputs).toEqual(here.outputs);
  });

  test('K120 few or small documents stay on the main thread', async () => {
    expect((await run(sixFiles.slice(0, 3), 2)).threads).toEqual(new Set(['thread 0']));
    expect((await run([['a'], ['b'], ['c'], ['d']], 2)).threads).toEqual(new Set(['thread 0']));
  });

  test('K121 calls, the vault and the store stay with the main thread', async () => {
    const store = createMemoryBlockStore();
    const vault: Vault = {
      tokenOf: (category, original) => ` ${category}:${original.length}`,
      put: async () => undefined,
      get: async () => undefined,
      list: async () => [],
      close: async () => undefined,
    };
    const resources = { vault, get: () => undefined };
    const first = await run(sixFiles, 2, { store, resources });
    const second = await run(sixFiles, 2, { store, resources });
    expect(first.report.steps[0]).toMatchObject({ calls: 6 * 81, cached: 0 });
    expect(second.report.steps[0]).toMatchObject({ calls: 0, cached: 6 * 81 });
    expect(second.outputs).toEqual(first.outputs);
    expect(first.outputs['f0_de.txt']).toMatch(/^LINE 0 .* word:3207\n/);
  });

  test('K121 run barriers exchange snapshots in input order, also with fewer threads than documents', async () => {
    const files = sixFiles.map((lines, index) => lines.slice(index));
    const steps = [{ tool: 'counts' }, { tool: 'translates' }];
    const here = await run(files, undefined, { steps });
    const there = await run(files, 2, { steps });
    expect(there.report.status).toBe('ok');
    expect(there.timeless).toBe(here.timeless);
  });

  test('K122 a thread that dies fails its document only, leaves nothing, and is replaced', async () => {
    const files = sixFiles.map((lines, index) => (index === 1 ? [...lines, 'kill'] : lines));
    const { report, outputs, left } = await run(files, 2, { keepGoing: true });
    expect(report.documents.map(({ status }) => status)).toEqual(['ok', 'failed', 'ok', 'ok', 'ok', 'ok']);
    expect(report.documents[1]?.error).toMatchObject({ code: 'FLOW_WORKER_LOST', type: 'TRANSIENT' });
    expect(Object.keys(outputs)).toEqual([0, 2, 3, 4, 5].map((index) => `f${index}_de.txt`));
    expect(left).toEqual([]);
  });

  test('KV32 a dead thread fails one document', async () => {
    const files = sixFiles.map((lines, index) => (index === 5 ? ['kill', ...lines] : lines));
    const { report } = await run(files, 3, { keepGoing: true });
    expect(report.status).toBe('partial');
    expect(report.documents.filter(({ status }) => status === 'failed').map(({ document }) => document)).toEqual([
      'f5',
    ]);
  });

  test('K113 a cancel reaches the threads, and nothing is left', async () => {
    const stopping = new AbortController();
    const { report, outputs, left, threads } = await run([...sixFiles, ...sixFiles, ...sixFiles], 2, {
      signal: stopping.signal,
      onProgress: ({ kind }) => kind === 'file-done' && stopping.abort(),
    });
    expect(report.status).toBe('cancelled');
    const written = report.documents
      .filter(({ status }) => status === 'ok')
      .map(({ document }) => `${document}_de.txt`);
    expect(Object.keys(outputs)).toEqual(written.toSorted());
    expect(left).toEqual([]);
    const after = await run(sixFiles, 2);
    expect(after.report.status).toBe('ok');
    expect([...after.threads].filter((thread) => threads.has(thread))).toEqual([]);
  });
});
