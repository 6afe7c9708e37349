import fc from 'fast-check';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { textRun } from '../../content/run/normalise-runs.js';
import type { Format, FormatResolver } from '../../contract/format.js';
import { lineFormat, lineFormats } from '../../testing/line-format.js';
import { SmallTools, someTexts, waitAtRandom } from '../../testing/run-kit.js';
import { checkOutputPath } from './check-output-path.js';
import { fileIo, type FileIoOptions } from './file-io.js';
import { bytesSource } from './file-source.js';
import { OutputFile } from './output-file.js';
import type { DocumentResult } from '../report/run-report.js';
import { runFlow, type RunOptions } from '../run-flow.js';

const translates = {
  id: 'translates',
  category: 'translate',
  cardinality: 'bilingual',
  capability: 'translate',
  produces: [{ type: 'target', side: 'target' }],
  writesOutput: true,
} as const;

describe('files', () => {
  let folder: string;
  const at = (name: string) => join(folder, name);
  const text = (name: string) => readFile(at(name), 'utf8');
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'helve-files-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Puts the locale before each line; a line `bad` fails. */
  function tools(slow = false): SmallTools {
    return new SmallTools().add(translates, {
      translate: async (view, { locales: { target = '' } }) => {
        if (slow) await waitAtRandom(1);
        if (view.text('en') === 'bad') throw new Error('bad line');
        view.setTarget(target, [textRun(`${target}: ${view.text('en')}`)], {
          status: 'draft',
          origin: { kind: 'tool' },
        });
      },
    });
  }

  async function run(
    options: Partial<FileIoOptions> & Pick<FileIoOptions, 'inputs'>,
    more: Partial<RunOptions> = {},
    small = tools(),
  ) {
    const targetLocales = ['de', 'fr'];
    const plan = small.plan([{ tool: 'translates' }], { targetLocales });
    const io = await fileIo({ formats: lineFormats, sink: { sourceLocale: 'en', targetLocales }, ...options });
    return runFlow(plan, io, { tools: small.registry, verifyStructure: true, ...more });
  }

  const input = (name: string) => ({ id: name, path: at(name) });

  test('K108 one reading serves a file for each target locale', async () => {
    await writeFile(at('a.txt'), 'one\ntwo\n');
    const report = await run({ inputs: [input('a.txt')] });
    expect(report.documents[0]).toMatchObject({ status: 'ok', format: 'lines', path: at('a.txt') });
    expect(report.documents[0]?.outputs).toEqual([
      { path: at('a_de.txt'), locale: 'de', bytes: 16, blocks: 2, changed: 2 },
      { path: at('a_fr.txt'), locale: 'fr', bytes: 16, blocks: 2, changed: 2 },
    ]);
    expect([await text('a_de.txt'), await text('a_fr.txt')]).toEqual(['de: one\nde: two\n', 'fr: one\nfr: two\n']);
    expect((await readdir(folder)).toSorted()).toEqual(['a.txt', 'a_de.txt', 'a_fr.txt']);
  });

  test('the outputs of a document are noted with their hashes before they take their places', async () => {
    await writeFile(at('a.txt'), 'one\n');
    const noted: unknown[] = [];
    const willCommit = async ({ report: { outputs } }: DocumentResult) => {
      for (const { path = '', sha256 } of outputs) noted.push([path, sha256, existsSync(path)]);
    };
    await run({ inputs: [input('a.txt')], hashesOutputs: true }, { willCommit });
    const hash = (line: string) => createHash('sha256').update(line).digest('hex');
    expect(noted).toEqual([
      [at('a_de.txt'), hash('de: one\n'), false],
      [at('a_fr.txt'), hash('fr: one\n'), false],
    ]);
    const failed = await run({ inputs: [input('a.txt')] }, { willCommit: () => Promise.reject(new Error('full')) });
    expect(failed.documents[0]).toMatchObject({ status: 'failed', error: { message: 'full' }, outputs: [] });
  });

  /** Writes a file while the steps are at work. */
  function meddler(name: string, content: string): SmallTools {
    return new SmallTools().add(translates, {
      translate: async (view, { locales: { target = '' } }) => {
        await writeFile(at(name), content);
        view.setTarget(target, [textRun(`${target}: ${view.text('en')}`)], {
          status: 'draft',
          origin: { kind: 'tool' },
        });
      },
    });
  }

  test.each([
    ['the input', 'a.txt'],
    ['an output', 'a_fr.txt'],
    ['an output that was not there', 'a_de.txt'],
  ])('K116 a file is not written when somebody changes %s while the run is under way', async (_, name) => {
    await writeFile(at('a.txt'), 'one\ntwo\n');
    await writeFile(at('a_fr.txt'), 'by hand\n');
    const report = await run({ inputs: [input('a.txt')] }, {}, meddler(name, 'changed meanwhile\n'));
    expect(report.documents[0]).toMatchObject({ status: 'failed', error: { code: 'FLOW_FILE_CHANGED' } });
    expect(await text(name)).toBe('changed meanwhile\n');
    expect((await readdir(folder)).filter((one) => one.endsWith('.tmp'))).toEqual([]);
  });

  test('K116 a file may replace itself when that is wanted, and keeps its mode', async () => {
    await writeFile(at('a.txt'), 'one\n');
    await chmod(at('a.txt'), 0o664);
    const inputs = [{ ...input('a.txt'), outputs: [{ path: at('a.txt'), locale: 'de' }] }];
    await expect(run({ inputs })).rejects.toMatchObject({ code: 'FLOW_OUTPUT_PATH' });
    expect(await text('a.txt')).toBe('one\n');
    expect((await run({ inputs, inPlace: true })).status).toBe('ok');
    expect(await text('a.txt')).toBe('de: one\n');
    expect((await stat(at('a.txt'))).mode & 0o777).toBe(0o664);
  });

  test('K116 a link that is replaced stays a link to the file that is written', async () => {
    await mkdir(at('real'));
    await writeFile(at('real/a.txt'), 'one\n');
    await symlink('real/a.txt', at('a.txt'));
    const inputs = [{ ...input('a.txt'), outputs: [{ path: at('a.txt'), locale: 'de' }] }];
    expect((await run({ inputs, inPlace: true })).status).toBe('ok');
    expect((await lstat(at('a.txt'))).isSymbolicLink()).toBe(true);
    expect(await text('real/a.txt')).toBe('de: one\n');
    expect(await readdir(at('real'))).toEqual(['a.txt']);
  });

  test.skipIf(process.platform === 'win32')('K116 a pipe is written to, and is no file that is replaced', async () => {
    await promisify(execFile)('mkfifo', [at('pipe')]);
    const reading = promisify(execFile)('cat', [at('pipe')]);
    const output = new OutputFile(at('pipe'));
    await output.write(Buffer.from('told'));
    await output.finish();
    await output.settle();
    await output.commit();
    expect((await reading).stdout).toBe('told');
    await output.discard();
    expect((await lstat(at('pipe'))).isFIFO()).toBe(true);
    expect(await readdir(folder)).toEqual(['pipe']);
  });

  test('a document that was written lets go of its skeleton, since a run keeps its documents to the end', async () => {
    await writeFile(at('a.txt'), 'one\n');
    const skeletons: unknown[] = [];
    const format: Format = {
      ...lineFormat,
      write(parts, sink, skeleton, ...rest) {
        skeletons.push(skeleton);
        return lineFormat.write(parts, sink, skeleton, ...rest);
      },
    };
    const formats: FormatResolver = {
      ...lineFormats,
      detect: () => ({ format, rule: 'extension', confidence: 1, reasons: [], others: [] }),
    };
    const inputs = [{ ...input('a.txt'), outputs: [{ path: at('a_de.txt'), locale: 'de' }] }];
    const [document] = (await fileIo({ formats, inputs })).documents;
    const [output] = document?.outputs ?? [];
    const ctx = { sourceLocale: 'en', signal: new AbortController().signal, lose: () => undefined };
    const nothing = (async function* () {})();
    await output?.write(document?.read(ctx) ?? nothing, ctx);
    await output?.commit();
    await output?.write(nothing, ctx);
    await output?.discard();
    expect(skeletons).toEqual([expect.anything(), undefined]);
  });

  test('KV28 a tool that fails leaves no output, and an output that was there stays', async () => {
    await writeFile(at('a.txt'), `${someTexts(500).join('\n')}\nbad\n`);
    await writeFile(at('a_de.txt'), 'old');
    const report = await run({ inputs: [input('a.txt')] });
    expect(report.status).toBe('failed');
    expect(report.documents[0]?.outputs).toEqual([]);
    expect((await readdir(folder)).toSorted()).toEqual(['a.txt', 'a_de.txt']);
    expect(await text('a_de.txt')).toBe('old');
  });

  test('KV28 a cancel at a random moment leaves no output and no temporary file', async () => {
    await writeFile(at('a.txt'), `${someTexts(400).join('\n')}\n`);
    const whole = someTexts(400)
      .map((line) => `de: ${line}\n`)
      .join('');
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 120 }), fc.boolean(), async (afterMs, slow) => {
        const stopping = new AbortController();
        setTimeout(() => stopping.abort(), afterMs);
        const report = await run({ inputs: [input('a.txt')] }, { signal: stopping.signal }, tools(slow));
        const names = (await readdir(folder)).toSorted();
        if (report.status === 'ok') {
          expect(await text('a_de.txt')).toBe(whole);
          await Promise.all(['a_de.txt', 'a_fr.txt'].map((name) => rm(at(name))));
        } else {
          expect([report.status, names]).toEqual(['cancelled', ['a.txt']]);
        }
      }),
      { numRuns: 25 },
    );
  });

  test('KV28 a cancel that comes when all is written is too late, and the report says so', async () => {
    await writeFile(at('a.txt'), 'one\n');
    const stopping = new AbortController();
    const onProgress = ({ kind }: { readonly kind: string }) => {
      if (kind === 'file-done') stopping.abort();
    };
    const report = await run({ inputs: [input('a.txt')] }, { signal: stopping.signal, onProgress });
    expect(report.status).toBe('ok');
    expect((await readdir(folder)).toSorted()).toEqual(['a.txt', 'a_de.txt', 'a_fr.txt']);
  });

  test('KV28 a writer that fails takes its sibling down with it', async () => {
    await writeFile(at('a.txt'), `${someTexts(300).join('\n')}\n`);
    await mkdir(at('gone'));
    const outputs = [
      { path: at('a_de.txt'), locale: 'de' },
      { path: at('gone/a_fr.txt'), locale: 'fr' },
    ];
    const small = tools();
    const plan = small.plan([{ tool: 'translates' }], { targetLocales: ['de', 'fr'] });
    const io = await fileIo({ formats: lineFormats, inputs: [{ ...input('a.txt'), outputs }] });
    await rm(at('gone'), { recursive: true });
    const report = await runFlow(plan, { documents: io.documents }, { tools: small.registry });
    expect(report.status).toBe('failed');
    expect(await readdir(folder)).toEqual(['a.txt']);
  });

  test('K116 a path that cannot become an output is refused before any work', async () => {
    await writeFile(at('a.txt'), 'one\n');
    await writeFile(at('file'), '');
    await mkdir(at('folder'));
    await symlink(at('a.txt'), at('link.txt'));
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(at('socket'), resolve));
    const problem = (path: string, inPlace = false) => {
      try {
        checkOutputPath({ path: at(path), input: at('a.txt'), inPlace });
        return 'fine';
      } catch (error) {
        return String(error)
          .replaceAll(folder, '')
          .replace(/^.*Cannot write "[^"]*": /, '');
      }
    };
    expect(problem('new.txt')).toBe('fine');
    expect(problem('file')).toBe('fine');
    expect(problem('folder')).toBe('it is a directory');
    expect(problem('socket')).toBe('it is not a regular file');
    expect(problem('none/a.txt')).toBe('there is no directory "/none"');
    expect(problem('file/a.txt')).toMatch(/not a directory/);
    expect(problem('a.txt')).toBe('it is the input');
    expect(problem('link.txt')).toBe('it is the input');
    expect(problem('a.txt', true)).toBe('fine');
    await new Promise((resolve) => server.close(resolve));
  });

  const root = process.getuid?.() === 0;
  const asUser = { skip: root, meta: root ? { skipReason: 'needs a user that is not root' } : {} };
  test('K116 a read-only output or folder is refused', asUser, async () => {
    await writeFile(at('a.txt'), 'one\n', { mode: 0o400 });
    expect(() => checkOutputPath({ path: at('a.txt') })).toThrow('it is read-only');
    await mkdir(at('closed'), { mode: 0o500 });
    expect(() => checkOutputPath({ path: at('closed/a.txt') })).toThrow('is read-only');
  });

  test('K108 two inputs that would be written to one file are refused before any work', async () => {
    await writeFile(at('a.txt'), 'one\n');
    await writeFile(at('b.txt'), 'one\n');
    const sink = { sourceLocale: 'en', targetLocales: ['de'], template: '{dir}/out{ext}' };
    const inputs = [input('a.txt'), input('b.txt')];
    await expect(run({ inputs, sink })).rejects.toMatchObject({ code: 'FLOW_OUTPUT_PATH' });
  });

  test('fileIo reads bytes that come from elsewhere, and refuses what it does not know', async () => {
    const source = bytesSource(new TextEncoder().encode('one\n'));
    const report = await run({ inputs: [{ id: '-', source, outputs: [{ path: at('out.txt') }] }] });
    expect([report.status, await text('out.txt')]).toEqual(['ok', 'one\n']);
    await writeFile(at('a.bin'), '');
    await expect(run({ inputs: [input('a.bin')] })).rejects.toMatchObject({ code: 'FLOW_FORMAT' });
    await expect(run({ inputs: [input('none.txt')] })).rejects.toMatchObject({ code: 'FLOW_NOT_FOUND' });
  });
});
