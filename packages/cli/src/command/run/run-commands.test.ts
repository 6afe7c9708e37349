import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { globalFlags } from '../command.js';
import type { Io } from '../../io.js';
import { main } from '../../main.js';
import { runFlags } from './run-flags.js';

// The rooms of flows are many files, which take their time to be read as TypeScript.
beforeAll(() => import('@helve/project/run'), 120_000);

let cwd = '';
const folders: string[] = [];
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'helve-run-'));
  folders.push(cwd);
  await write({ 'helve.config.json': '{ "govern": false }', 'app.json': app, 'out/.keep': '' });
});
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

const app = '{"title":"Hello","save":"Save it"}';
const usedFlags = new Set<string>();

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, name)), { recursive: true });
    await writeFile(join(cwd, name), text);
  }
}

const read = (name: string) => readFile(join(cwd, name), 'utf8');

interface GivenIo {
  /** Somebody types this in a terminal. */
  readonly typed?: string;
  /** This comes from another program. */
  readonly piped?: string;
  readonly env?: Io['env'];
}

/** A terminal in which somebody types, or one that nobody watches. */
async function helve(argv: readonly string[], given: GivenIo = {}) {
  const out = { stdout: '', stderr: '' };
  for (const word of argv) {
    const long = word.startsWith('--')
      ? word.slice(2).split('=')[0]
      : runFlags.find(({ short }) => word === `-${short}`)?.name;
    if (long !== undefined) usedFlags.add(long);
  }
  const tty = given.typed === undefined ? {} : { isTTY: true, columns: 60 };
  const stdin = (async function* () {
    yield given.typed ?? given.piped ?? '';
  })();
  const io: Io = {
    stdout: { write: (text) => (out.stdout += text), ...tty },
    stderr: { write: (text) => (out.stderr += text), ...tty },
    stdin: Object.assign(stdin, tty),
    cwd,
    user: 'tester',
    env: { XDG_CONFIG_HOME: join(cwd, 'config-home'), ...given.env },
    signal: new AbortController().signal,
  };
  return { code: await main(argv, io), ...out };
}

const eraseLine = '\u001B[2K';
const goUp = '\u001B[1A';

/** Renders what stays on a screen: every line that is drawn again was erased before. */
function screenOf(text: string): readonly string[] {
  const lines = [''];
  for (const written of text.split(eraseLine).flatMap((piece, index) => (index === 0 ? [piece] : [eraseLine, piece]))) {
    if (written === eraseLine) lines.splice(-1, 1, '');
    else if (written.endsWith(goUp)) lines.pop();
    else {
      const [first = '', ...more] = written.replaceAll('\r', '').split('\n');
      lines.push(`${lines.pop() ?? ''}${first}`, ...more);
    }
  }
  return lines;
}

const json = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout) as Record<string, unknown>;

describe('flags of a run', () => {
  test('T128 -i adds an input and -o says where outputs go', async () => {
    await write({ 'b.json': '{"b":"Bee"}' });
    const ran = await helve(['run', 'pseudo-translate', 'app.json', '-i', 'b.json', '-o', 'out/{name}.{lang}{ext}']);
    expect(ran).toMatchObject({ code: 0 });
    expect((await readdir(join(cwd, 'out'))).toSorted()).toEqual(['.keep', 'app.qps.json', 'b.qps.json']);
  });

  test.skipIf(!existsSync('/proc/self'))('-o refuses folders that cannot be made at once', async () => {
    const denied = await helve(['run', 'pseudo-translate', 'app.json', '-o', '/proc/x/deep/{name}{ext}']);
    expect(denied.code).toBe(2);
    expect(denied.stderr).toContain('Cannot write "/proc/x/deep/app.json": there is no directory "/proc/x/deep"');
    const below = await helve(['run', 'pseudo-translate', 'app.json', '-o', 'app.json/deep/{name}{ext}']);
    expect(below.code).toBe(2);
    expect(below.stderr).toMatch(/Cannot write ".*deep\/app.json": there is no directory/);
  });

  test('T128 -o makes the folders that its outputs need, and a run that writes nothing leaves none', async () => {
    const ran = await helve(['run', 'pseudo-translate', 'app.json', '-o', 'made/for/{lang}/{name}{ext}']);
    expect(ran).toMatchObject({ code: 0 });
    expect(await readdir(join(cwd, 'made', 'for', 'qps'))).toEqual(['app.json']);
    await write({ 'bad.json': '{"title": ' });
    const failed = await helve(['run', 'pseudo-translate', 'bad.json', '-o', 'none/for/{lang}/{name}{ext}']);
    expect(failed).toMatchObject({ code: 1 });
    expect(await readdir(cwd)).not.toContain('none');
    const beside = await helve(['run', 'pseudo-translate', 'app.json', '-o', 'app.json/x.json']);
    expect(beside.code).not.toBe(0);
    expect(beside.stderr).toContain('not a directory');
  });

  test('T128 --source and --target are the locales, and --input-format the format', async () => {
    await write({ 'notes.data': 'One two.' });
    const flags = ['--source', 'fr', '--target', 'de,ja', '--input-format', 'plaintext', '--explain', '--json'];
    expect(json(await helve(['run', 'create-target', 'notes.data', ...flags]))).toMatchObject({
      locales: { source: 'fr', targets: ['de', 'ja'] },
      files: [{ format: 'plaintext' }],
    });
  });

  test('T128 --concurrency and --parallel-blocks are counts, and change no result', async () => {
    const plain = await helve(['run', 'pseudo-translate', 'app.json', '-o', 'a.json']);
    const counted = await helve([
      'run',
      'pseudo-translate',
      'app.json',
      '-o',
      'b.json',
      '--concurrency',
      '2',
      '--parallel-blocks',
      '3',
    ]);
    expect([plain.code, counted.code]).toEqual([0, 0]);
    expect(await read('b.json')).toBe(await read('a.json'));
    const explained = await helve(['run', 'count', 'app.json', '--parallel-blocks', '3', '--explain', '--json']);
    expect(JSON.stringify(json(explained))).toContain('"parallelBlocks":3');
    for (const flag of ['--concurrency', '--parallel-blocks'])
      expect(await helve(['run', 'count', 'app.json', flag, '0'])).toMatchObject({ code: 2, stdout: '' });
  });

  test('T128 --durable refuses what could not go on elsewhere, and --job a job that is not there', async () => {
    const piped = await helve(['pseudo-translate', '-', '--target', 'qps', '--durable'], { piped: '{"a":"b"}' });
    expect([piped.code, piped.stderr]).toEqual([2, expect.stringContaining('standard input')]);
    const run = ['pseudo-translate', 'app.json', '--target', 'qps', '-o', 'out/{name}{ext}'];
    const unknown = await helve([...run, '--job', '00000000']);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Cannot find the job "00000000"')]);
  });

  test('T128 --on-error says what happens to a block that fails, and --keep-going to the other files', async () => {
    await write({
      'helve.config.json': '{ "plugins": ["./stumble.mjs"] }',
      'stumble.mjs': stumble,
      'bad.json': '{"a":"stumble","b":"fine"}',
    });
    const run = (...flags: readonly string[]) =>
      helve(['run', 'stumble', 'bad.json', 'app.json', '--to', 'none', '--json', ...flags]);
    expect(json(await run())).toMatchObject({ status: 'failed' });
    expect(json(await run('--on-error', 'skip'))).toMatchObject({ status: 'ok', lossCounts: { 'block-skipped': 1 } });
    const quarantined = await run('--on-error', 'quarantine');
    expect(quarantined.code).toBe(1);
    expect(json(quarantined)).toMatchObject({ status: 'partial', quarantine: { blocks: [{ document: 'bad.json' }] } });
    const states = (value: Record<string, unknown>) =>
      (value['documents'] as { document: string; status: string }[]).map(({ document, status }) => [document, status]);
    expect(states(json(await run('--keep-going')))).toEqual([
      ['bad.json', 'failed'],
      ['app.json', 'ok'],
    ]);
    const { stderr } = await helve(['run', 'stumble', 'bad.json', 'app.json', '--to', 'none', '--concurrency', '1']);
    expect(stderr).toContain('\n1 other file was not finished; --keep-going continues with other files if one fails\n');
    expect(stderr).not.toContain('app.json');
    expect(await run('--on-error', 'skpi')).toMatchObject({ code: 2, stderr: expect.stringContaining('skip') });
  });

  test('a tool of a plugin that produces a target writes files without saying so', async () => {
    await write({ 'helve.config.json': '{ "plugins": ["./shout.mjs"] }', 'shout.mjs': shout });
    const ran = await helve(['run', 'shout', 'app.json', '--target', 'de', '-o', 'shouted.json']);
    expect(ran).toMatchObject({ code: 0 });
    const plain = await helve(['run', 'shout', 'app.json', '--target', 'de']);
    expect(plain).toMatchObject({ code: 0, stdout: expect.stringContaining('app_de.json') });
    expect(await read('app_de.json')).toBe(await read('shouted.json'));
    expect(await read('app_de.json')).toBe(app.toUpperCase().replaceAll(/"[A-Z.]+":/g, (key) => key.toLowerCase()));
  });

  test('T128 --in-place lets an output replace its input', async () => {
    const argv = ['run', 'pseudo-translate', 'app.json', '-o', '{dir}/{name}{ext}'];
    expect(await helve(argv)).toMatchObject({ code: 2 });
    expect(await read('app.json')).toBe(app);
    expect(await helve([...argv, '--in-place'])).toMatchObject({ code: 0 });
    expect(await read('app.json')).not.toBe(app);
  });

  test('T128 --strict refuses what would be skipped', async () => {
    await write({ 'in/app.json': app, 'in/x.unknown': 'x' });
    expect(await helve(['run', 'count', 'in'])).toMatchObject({ code: 0, stderr: expect.stringContaining('skipped') });
    expect(await helve(['run', 'count', 'in', '--strict'])).toMatchObject({ code: 2, stdout: '' });
  });

  test('T128 --trace and --report write files, and --quiet leaves stdout empty', async () => {
    const ran = await helve(['run', 'count', 'app.json', '--trace', 't.ndjson', '--report', 'r.json', '--quiet']);
    expect(ran).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(JSON.parse(await read('r.json'))).toMatchObject({ schema: 'helve.run/v1', status: 'ok' });
    const lines = (await read('t.ndjson')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)[0]).toMatchObject({ schema: 'helve.trace/v1' });
  });

  test('T128 --no-fail makes findings no failure', async () => {
    await write({ 'de.po': 'msgid "a %s"\nmsgstr "b"\n' });
    const argv = ['run', 'placeholder-check', 'de.po', '--target', 'de', '--quiet'];
    expect(await helve(argv)).toMatchObject({ code: 3 });
    expect(await helve([...argv, '--no-fail'])).toMatchObject({ code: 0 });
  });

  test('T45 a run with a check shows the worst of what it found, and how many there are', async () => {
    const unit = (name: number) => `msgid "Hi %s ${name}"\nmsgstr "Hallo ${name}"\n`;
    const units = Array.from({ length: 24 }, (_, index) => unit(index)).join('\n');
    await write({
      'de.po': `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: de\\n"\n\n${units}`,
    });
    const { code, stdout } = await helve(['run', 'qa-check', 'de.po']);
    expect(code).toBe(3);
    expect(stdout.match(/^  de[.]po:/gmu)).toHaveLength(20);
    expect(stdout).toMatch(/… and 4 more, which --report FILE writes as well\n\nfailed: 0 critical, 24 major/u);
  });

  test('T128 a file for the trace or the report that cannot be written is refused before any work', async () => {
    for (const flag of ['--trace', '--report']) {
      const ran = await helve(['run', 'pseudo-translate', 'app.json', flag, 'none/there', '-o', 'out/x.json']);
      expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no folder') });
    }
    const ran = await helve(['run', 'pseudo-translate', 'app.json', '--trace', 'out', '-o', 'out/x.json']);
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('Cannot write') });
    expect(await readdir(join(cwd, 'out'))).toEqual(['.keep']);
  });

  test('K6 a locale that is none is refused by the name of its flag', async () => {
    const ran = await helve(['run', 'pseudo-translate', 'app.json', '--target', 'fr,de_DE']);
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringMatching(/--target has "de_DE".*\n.*"de-DE"/u) });
    expect(await helve(['run', 'count', 'app.json', '--source', 'x y'])).toMatchObject({ code: 2 });
  });

  test('K124 of what comes from stdin the result is the content, or what was counted where there is none', async () => {
    const pipe = (...argv: readonly string[]) => helve([...argv, '-', '--input-format', 'json'], { piped: app });
    expect((await pipe('pseudo-translate')).stdout).toMatch(/^\{"title":"▒/u);
    expect((await pipe('word-count')).stdout).toMatch(/total +3/u);
    expect(json(await pipe('word-count', '--json'))).toMatchObject({ schema: 'helve.run/v1' });
  });

  test('K107 what a run of an empty folder has stored is listed there, and checked by document', async () => {
    await rm(join(cwd, 'helve.config.json'));
    expect(await helve(['run', 'pseudo-translate', 'app.json', '--to', 'store'])).toMatchObject({ code: 0 });
    expect((await helve(['store', 'log'])).stdout).toContain('app.json');
    const checked = await helve(['run', 'qa-check', '--from', 'store', '--target', 'qps', '--json']);
    expect(json(checked)).toMatchObject({ check: { target: { files: 1, blocks: 2 } } });
  });

  test('K78 a key that is missing stops the run before any file is opened, by the name of its variable', async () => {
    const models = {
      own: { vendor: 'anthropic', model: 'm', keyFrom: 'OWN_KEY' },
      here: { vendor: 'ollama', model: 'm' },
    };
    await write({ 'helve.config.json': JSON.stringify({ models }), 'broken.json': '{' });
    const run = (tool: string, ...flags: readonly string[]) =>
      helve([tool, 'broken.json', '--target', 'fr', '-o', 'fr.json', ...flags]);
    for (const [variable, tool, ...flags] of [
      ['OPENAI_API_KEY', 'ai-translate', '--provider', 'openai', '--model', 'm'],
      ['OWN_KEY', 'ai-terminology', '--provider', 'own'],
      ['HELVE_CREDENTIAL_MINE', 'ai-translate', '--provider', 'own', '--credential', 'mine'],
      ['DEEPL_API_KEY', 'deepl-translate', '--provider', 'deepl'],
    ] as const) {
      const stderr = expect.stringContaining(`the variable ${variable} is not set`) as string;
      expect(await run(tool, ...flags)).toMatchObject({ code: 2, stderr });
    }
    for (const flags of [['--provider', 'own', '--api-key', 'typed-key-1'], ['--provider', 'here'], []] as const) {
      const stderr = expect.stringContaining('Cannot read "broken.json"') as string;
      expect(await run('ai-translate', ...flags)).toMatchObject({ code: 1, stderr });
    }
    const unknown = await run('ai-translate', '--provider', 'antropic');
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean "anthropic"?') });
    expect(await run('ai-translate', '--provider', 'own', '--explain')).toMatchObject({ code: 0 });
  });

  test.each([
    ['segmentation', '--srx', 'none.srx'],
    ['redact', '--rules-path', 'none.json'],
    ['diff-leverage', '--previous', 'none.po'],
  ])(
    'T128 a file that %s is to read and that is not there stops the run before any file is opened',
    async (...argv) => {
      await write({ 'broken.json': '{' });
      const [, , name] = argv;
      const refused = await helve([...argv, 'broken.json', '--target', 'fr', '-o', 'fr.json']);
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('Correct the path that step 1') });
      expect(refused.stderr).toContain(`Cannot find the file "${join(cwd, name)}"`);
    },
  );

  test('T128 a memory that is not there stops the run, and one of a flow is found by its name alone', async () => {
    const tmx = `<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>Save it</seg></tuv><tuv xml:lang="fr"><seg>Enregistrer</seg></tuv></tu></body></tmx>`;
    await write({ 'a.tmx': tmx, 'flow.yaml': 'steps: [{ tool: tm-leverage, config: { tm: [mine] } }]\n' });
    expect(await helve(['tm', 'import', 'a.tmx', '--tm', 'mine', '--from', 'en', '--to', 'fr'])).toMatchObject({
      code: 0,
    });
    expect(await helve(['run', 'flow.yaml', 'app.json', '--target', 'fr', '-o', 'fr.json'])).toMatchObject({ code: 0 });
    expect(await read('fr.json')).toContain('Enregistrer');
    const refused = await helve(['tm-leverage', 'app.json', '--tm', 'mien', '--target', 'fr', '-o', 'fr.json']);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('Cannot find the memory "mien"') });
    expect(refused.stderr).toContain('Did you mean "mine"?');
  });

  test('K124 files that are not there are told apart from flows that are not', async () => {
    const file = await helve(['run', 'count', 'none.json']);
    expect(file).toMatchObject({ code: 2, stderr: expect.stringContaining('Correct the path') });
    const glob = await helve(['run', 'count', 'none/*']);
    expect(glob).toMatchObject({ code: 2, stderr: expect.stringContaining('No file has a name like that') });
    const flow = await helve(['run', 'cuont', 'app.json']);
    expect(flow).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean "count"?') });
  });

  test('T63 --explain-prompts shows what a model would be told, with its digest, and runs nothing', async () => {
    const argv = ['run', 'ai-translate', 'app.json', '--target', 'de,fr'];
    const shown = await helve([...argv, '--explain-prompts']);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain('Translate each item from en to de.');
    const { prompts, steps } = json(await helve([...argv, '--explain-prompts', '--json'])) as {
      prompts: { node: string; name: string; digest: string }[];
      steps: { fingerprint: string }[];
    };
    expect(prompts).toMatchObject([
      { node: '1', tool: 'ai-translate', name: 'en → de', digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { node: '1', name: 'en → fr' },
    ]);
    expect(await readdir(cwd)).not.toContain('app_de.json');
    const kind = ['--config', 'tools.ai-translate.instruction=Be kind.'];
    const other = json(await helve([...argv, '--explain-prompts', '--json', ...kind])) as {
      prompts: { digest: string; text: string }[];
      steps: { fingerprint: string }[];
    };
    expect(other.prompts[0]?.text).toContain('Be kind.');
    expect(other.prompts[0]?.digest).not.toBe(prompts[0]?.digest);
    expect(other.steps[0]?.fingerprint).not.toBe(steps[0]?.fingerprint);
    expect((await helve(['run', 'count', 'app.json', '--explain-prompts'])).stdout).toContain('No step asks a model');
  });

  test('T132 --progress ndjson tells what happens, and none tells nothing', async () => {
    const told = await helve(['run', 'count', 'app.json', '--progress', 'ndjson']);
    const kinds = told.stderr
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { kind: string }).kind);
    expect([kinds[0], kinds.at(-1)]).toEqual(['start', 'done']);
    expect(await helve(['run', 'count', 'app.json', '--progress=none'], { typed: '' })).toMatchObject({ stderr: '' });
    expect(await helve(['run', 'count', 'app.json', '--progress', 'loud'])).toMatchObject({ code: 2, stdout: '' });
  });

  test('K107 --from and --to bind a run to the store, and back to the files that its blocks came from', async () => {
    expect(await helve(['pseudo', 'app.json', '--to', 'store'])).toMatchObject({ code: 0 });
    expect(await readdir(cwd)).not.toContain('app_qps.json');
    const written = await helve([
      'run',
      'copy',
      '--from',
      'store',
      '--to',
      'file',
      '-o',
      '{name}.{lang}{ext}',
      '--json',
    ]);
    expect(json(written)).toMatchObject({ status: 'ok', documents: [{ document: 'app.json' }], lossCounts: {} });
    await helve(['pseudo', 'app.json', '-o', 'direct.json']);
    expect(await read('app.qps.json')).toBe(await read('direct.json'));
    expect(await helve(['run', 'copy', 'ap.json', '--from', 'store'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('app.json'),
    });
    await write({ 'app.json': app.replace('Save it', 'Keep it') });
    const stale = await helve(['run', 'copy', '--from', 'store', '--to', 'file', '-o', 'b.json', '--json']);
    expect(json(stale)).toMatchObject({ lossCounts: { 'target-rejected': 1 } });
    expect(JSON.parse(await read('b.json'))).toMatchObject({ save: 'Keep it' });
  });

  test('K72 helve store diff lists what differs, not what was only made again', async () => {
    await helve(['pseudo', 'app.json', '--to', 'store']);
    await write({ 'app.json': '{"title":"Hello you","save":"Save it"}' });
    await helve(['pseudo', 'app.json', '--to', 'store']);
    expect(json(await helve(['store', 'diff', '1', '--json']))).toMatchObject({
      blocks: [{ block: '/title', change: 'changed', fields: ['source', 'targets'] }],
    });
  });

  test.each([
    ['diff', '9'],
    ['diff', '1', '9'],
    ['restore', '9'],
  ])('K72 helve store %s says which revisions there are when %s is none', async (...argv) => {
    await helve(['pseudo', 'app.json', '--to', 'store']);
    const refused = await helve(['store', ...argv]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no revision 9') });
    expect(refused.stderr).toContain('helve store log');
  });

  test('K72 helve store restore takes out what came later', async () => {
    await helve(['pseudo', 'app.json', '--to', 'store']);
    await write({ 'app.json': '{"title":"Hello","save":"Save it","new":"New"}', 'b.json': '{"b":"Bee"}' });
    await helve(['pseudo', 'app.json', 'b.json', '--target', 'de', '--to', 'store']);
    const restored = await helve(['store', 'restore', '1', '--json']);
    expect(json(restored)).toMatchObject({ blocks: 2, removed: 2 });
    const [newest] = json(await helve(['store', 'log', '--json']))['revisions'] as { revision: number }[];
    expect(json(await helve(['store', 'diff', '1', String(newest?.revision), '--json']))).toMatchObject({ blocks: [] });
    expect(json(await helve(['run', 'count', '--from', 'store', '--json']))).toMatchObject({
      documents: [{ document: 'app.json', blocks: 2 }],
    });
  });
});

describe('flags of every command', () => {
  test('T128 a word that is no command names the nearest command or tool, and tools have help', async () => {
    const near = (word: string) => expect.stringContaining(`Did you mean "${word}"?`) as string;
    expect(await helve(['word-cuont', 'app.json'])).toMatchObject({ code: 2, stderr: near('word-count') });
    expect(await helve(['cuont', 'app.json'])).toMatchObject({ code: 2, stderr: near('run count') });
    expect(await helve(['count', 'app.json'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /"count" is a flow: run it with `helve run count FILES`, or a part of it: .*`helve word-count`/,
      ),
    });
    expect(await helve(['help', 'formts'])).toMatchObject({ code: 2, stderr: near('formats') });
    const help = await helve(['help', 'redact']);
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('--entity-types') });
    expect((await helve(['redact', '--help'])).stdout).toBe(help.stdout);
  });

  test('T129 --config KEY=VALUE puts a value over the project file, checked like the file', async () => {
    await write({ 'other.json': '{ "locales": { "source": "fr" } }' });
    const explain = (...flags: readonly string[]) =>
      helve(['run', 'count', 'app.json', '--explain', '--json', ...flags]);
    const over = ['--config', 'locales.source=it', '--config', 'locales.targets=["de"]'];
    expect(json(await explain(...over))).toMatchObject({ locales: { source: 'it', targets: ['de'] } });
    expect(json(await explain('--config', 'other.json'))).toMatchObject({ locales: { source: 'fr' } });
    expect(json(await explain('--project', 'other.json', ...over))).toMatchObject({ locales: { source: 'it' } });
    for (const short of [
      ['word-count', 'app.json', ...over, '--explain', '--json'],
      ['--config', 'locales.source=it', 'run', 'count', 'app.json', '--explain', '--json'],
    ])
      expect(json(await helve(short))).toMatchObject({ locales: { source: 'it' } });
    const wrong = await explain('--config', 'locale.source=it', '--config', 'server.port=x');
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(JSON.parse(wrong.stderr)).toMatchObject({
      schema: 'helve.error/v1',
      code: 'PROJECT_CONFIG_INVALID',
      diagnostics: [{ where: 'locale', suggestion: 'Did you mean "locales"?' }, { where: 'server.port' }],
    });
  });

  test('T130 under --json every failure is one line of JSON, also one of usage', async () => {
    for (const argv of [
      ['tools', '--jsn'],
      ['call', 'nothing'],
      ['store', 'diff', 'x'],
      ['run'],
      ['--color', 'pink'],
    ]) {
      const { code, stdout, stderr } = await helve([...argv, '--json']);
      expect([argv, code, stdout]).toEqual([argv, 2, '']);
      expect(JSON.parse(stderr)).toMatchObject({ schema: 'helve.error/v1', type: expect.any(String) });
    }
    const failed = await helve(['call', 'word-count', '--source-locale', 'en', '--json']);
    expect(JSON.parse(failed.stderr)).toMatchObject({ schema: 'helve.error/v1' });
  });

  test('T129 --color decides over the terminal and the environment', async () => {
    const coloured = async (flags: readonly string[], given?: Parameters<typeof helve>[1]) =>
      (await helve(['formats', ...flags], given)).stdout.includes('\u001B[');
    expect(await coloured(['--color', 'always'])).toBe(true);
    expect(await coloured(['--color=never'], { typed: '', env: { FORCE_COLOR: '1' } })).toBe(false);
    expect(await coloured(['--no-color'], { typed: '' })).toBe(false);
    expect(await coloured(['--color', 'auto'], { typed: '' })).toBe(true);
    expect(await coloured([])).toBe(false);
  });

  test('T129 --quiet leaves out what is neither result nor problem', async () => {
    expect((await helve(['plugins'])).stderr).toContain('There are no plugins');
    expect(await helve(['plugins', '--quiet'])).toEqual({ code: 0, stdout: '', stderr: '' });
    expect((await helve(['run', 'count', 'no.json', '--quiet'])).stderr).toContain('no.json');
  });

  test('T133 no secret is accepted in the project file or over it, and none is repeated', async () => {
    const canary = 'canary-7421';
    await write({
      'a.json': `{ "store": { "postgres": "postgres://ann:${canary}@localhost/db" } }`,
      'b.json': `{ "tools": { "ai-translate": { "apiKey": "${canary}" } } }`,
    });
    for (const flags of [
      ['--config', 'a.json'],
      ['--config', 'b.json'],
      ['--config', `tools.ai-translate.apiKey=${canary}`],
      ['--config', `store.postgres=postgres://ann:${canary}@localhost/db`],
    ]) {
      const refused = await helve(['run', 'count', 'app.json', ...flags]);
      expect([flags[1], refused.code]).toEqual([flags[1], 2]);
      expect(refused.stderr).toContain('A secret is not read from here');
      expect(refused.stderr + refused.stdout).not.toContain(canary);
    }
    await write({ 'c.json': '{ "tools": { "ai-translate": { "credential": "main" } } }' });
    expect(await helve(['run', 'count', 'app.json', '--config', 'c.json'])).toMatchObject({ code: 0 });
  });

  test('T61 an apiKey that is typed goes past the flow: no plan, report, trace or trail has it', async () => {
    const canary = 'canary-9134';
    await write({ 'helve.config.json': '{}' });
    const argv = ['ai-translate', 'app.json', '--target', 'de', '--api-key', canary, '--json'];
    const ran = await helve([...argv, '--trace', 't.ndjson']);
    expect(ran.code).toBe(0);
    const explained = await helve([...argv, '--explain']);
    const trail = await helve(['trail', 'ls', '--json']);
    expect(trail.stdout).toContain('flow.run');
    for (const text of [ran.stdout, ran.stderr, explained.stdout, trail.stdout, await read('t.ndjson')])
      expect(text).not.toContain(canary);
    await write({ 'flow.yaml': `steps: [{ tool: ai-translate, config: { apiKey: ${canary} } }]` });
    const refused = await helve(['run', 'flow.yaml', 'app.json', '--target', 'de']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).not.toContain(canary);
  });

  test('T133 tm.threshold is the lowest score of a match, unless the tool is told another', async () => {
    await write({ 'helve.config.json': '{ "govern": false, "tm": { "threshold": 82 } }' });
    const explain = async (...flags: readonly string[]) =>
      JSON.stringify(
        json(await helve(['run', 'tm-leverage', 'app.json', '--target', 'de', '--explain', '--json', ...flags])),
      );
    expect(await explain()).toContain('"fuzzyThreshold":82');
    expect(await explain('--config', 'tools.tm-leverage.fuzzyThreshold=90')).toContain('"fuzzyThreshold":90');
  });

  test('T133 a project file may say where its schema is', async () => {
    await write({
      'helve.config.json': '{ "$schema": "./schema.json", "tm": { "read": ["main"], "threshold": 80 } }',
    });
    expect(await helve(['run', 'count', 'app.json'])).toMatchObject({ code: 0 });
    await write({ 'helve.config.json': '{ "$schema": 1 }' });
    expect(await helve(['run', 'count', 'app.json'])).toMatchObject({ code: 2 });
    await write({
      'helve.config.json': '{}',
      'flow.yaml': '$schema: ./flow.json\nsteps: [{ tool: word-count }]\n',
    });
    expect(await helve(['run', 'flow.yaml', 'app.json'])).toMatchObject({ code: 0 });
  });
});

describe('a terminal', () => {
  test('K117 progress is drawn on a terminal as a bar of the run, of each file and step, and is gone at the end', async () => {
    const { stderr, code } = await helve(['run', 'pseudo-translate', 'app.json', '-o', 'out.json'], { typed: '' });
    expect(code).toBe(0);
    const drawn = stderr.split(eraseLine).map((text) => text.replace('\r', '').replace(goUp, ''));
    const file = '[------------------------] 0/1\napp.json';
    expect(drawn).toContain(file);
    expect(drawn).toContain(`${file}\n  1 pseudo-translate [############] 2`);
    expect(drawn).toContain('[########################] 1/1');
    expect(screenOf(stderr)).toEqual(['']);
  });

  test('K117 what is complained about is not drawn over', async () => {
    const ran = await helve(['run', 'ai-translate', 'app.json', '--target', 'de', '-o', 'out.json'], { typed: '' });
    const [first = '', ...rest] = screenOf(ran.stderr);
    expect([first.startsWith('app.json: The demo engine'), rest]).toEqual([true, ['']]);
  });

  test('T58 a person is asked once, and a refusal is remembered as well', async () => {
    await write({
      'script.yaml': 'steps: [{ tool: script, config: { code: "export const process = (b) => b;" } }]\n',
      'other.yaml': 'steps: [{ tool: script, config: { code: "export const process = (x) => x;" } }]\n',
    });
    const run = (flow: string, typed?: string, ...flags: readonly string[]) =>
      helve(['run', flow, 'app.json', '--to', 'none', ...flags], typed === undefined ? {} : { typed });
    const unasked = await run('script.yaml');
    expect(unasked).toMatchObject({ code: 2, stdout: '' });
    const asked = await run('script.yaml', 'y\n', '--quiet');
    expect(asked).toMatchObject({ code: 0 });
    expect(asked.stderr).toContain('[y/N]');
    expect((await run('script.yaml', '')).stderr).not.toContain('[y/N]');
    const digest = /--trust-exec (\w+)/.exec((await run('other.yaml')).stderr)?.[1] ?? '';
    expect((await run('other.yaml', 'n\n')).code).toBe(2);
    expect((await run('other.yaml', 'y\n')).stderr).not.toContain('[y/N]');
    await write({ 'third.yaml': 'steps: [{ tool: script, config: { code: "export const process = (c) => c;" } }]\n' });
    const third = /--trust-exec (\w+)/.exec((await run('third.yaml')).stderr)?.[1] ?? '';
    expect([digest === third, digest !== '']).toEqual([false, true]);
    expect(await run('third.yaml', undefined, '--trust-exec', third)).toMatchObject({ code: 0 });
  });
});

test('T128 --existing keeps a translation, and --overwrite replaces it', async () => {
  await write({ 'pair/en.json': app, 'pair/de.json': '{"title":"Hallo","save":""}' });
  const translate = ['ai-translate', 'pair/en.json', '--target', 'de', '-o', 'pair/{lang}.json'];
  expect((await helve(translate)).code).toBe(2);
  expect((await helve([...translate, '--existing', 'pair/{lang}.json'])).code).toBe(0);
  expect(await read('pair/de.json')).toBe('{"title":"Hallo","save":"⟦de⟧ Save it"}');
  await write({ 'pair/de.json': '{"title":"Hallo"}' });
  expect((await helve([...translate, '--overwrite'])).code).toBe(0);
  expect(await read('pair/de.json')).toContain('⟦de⟧ Hello');
});

test('T128 --only and --except choose blocks', async () => {
  await write({ 'chosen.json': app });
  const chosen = [
    'pseudo-translate',
    'chosen.json',
    '--only',
    '{title,save}',
    '--except',
    'sav?',
    '-o',
    'chosen-{lang}.json',
  ];
  expect((await helve(chosen)).code).toBe(0);
  expect(JSON.parse(await read('chosen-qps.json'))).toMatchObject({ title: '▒ Ĥéļļö ▒', save: 'Save it' });
});

test('an output with the name of another format is refused, with the name that fits', async () => {
  const wrong = await helve(['pseudo-translate', 'app.json', '-o', 'app.xlf']);
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('has the name of a file of xliff or xliff2'),
  });
  expect(wrong.stderr).toContain('Choose a path that ends in ".json"');
  expect(await readdir(cwd)).not.toContain('app.xlf');
  await write({ 'notes.strings-list': '{"a":"Text"}' });
  const own = ['pseudo-translate', 'notes.strings-list', '--input-format', 'json', '-o', 'out/{name}{ext}'];
  expect(await helve(own)).toMatchObject({ code: 0 });
  expect(await helve(['pseudo-translate', 'app.json', '-o', 'app.unknown'])).toMatchObject({ code: 0 });
  expect(await helve(['pseudo-translate', 'app.json', '-o', 'app.jsonc'])).toMatchObject({ code: 0 });
});

test('T128 --lenient reads files that break rules of their format', async () => {
  const [open, close] = [
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.2" version="2.2" srcLang="en">',
    '</xliff>',
  ];
  await write({
    'a.xlf': `${open}<file id="f"><unit id="u" a=""><segment><source>a</source></segment></unit></file>${close}`,
  });
  const argv = ['pseudo-translate', 'a.xlf', '-o', 'out/a.xlf'];
  expect(await helve(argv)).toMatchObject({ code: 1 });
  expect(await helve([...argv, '--lenient'])).toMatchObject({ code: 0 });
});

test('T128 --redo needs a step that translates', async () => {
  const wrong = await helve(['pseudo-translate', 'app.json', '--redo', 'draft']);
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('--redo needs a step that translates') });
  expect(await helve(['pseudo-translate', 'app.json', '--redo', 'all'])).toMatchObject({ code: 2 });
});

test('T128 --since and --changed need a repository, --watch needs files, and --force runs again', async () => {
  await write({ 'again.json': app });
  const run = (...flags: readonly string[]) => helve(['pseudo-translate', 'again.json', ...flags]);
  expect(await run('--since', 'main')).toMatchObject({ code: 2, stderr: expect.stringContaining('git repository') });
  expect(await run('--changed')).toMatchObject({ code: 2, stderr: expect.stringContaining('"HEAD"') });
  expect(await helve(['pseudo-translate', '-', '--watch'])).toMatchObject({ code: 2 });
  expect((await run()).stdout).toContain('again.json');
  expect((await run()).stdout).toContain('1 file unchanged');
  expect((await run('--force')).stdout).not.toContain('unchanged');
});

test('T128 --annotations lists what steps have found', async () => {
  const { stdout } = await helve(['word-count', 'app.json', '--annotations', '1']);
  expect(stdout).toMatch(/annotations {2}2 words\n.*title\n.*\n {2}… and 1 more \(1 words\)/);
});

test('T128 every flag of a run and of all commands is tried above', () => {
  const documented = [...runFlags, ...globalFlags].map(({ name }) => name);
  const named = ['input', 'output'].filter((name) => usedFlags.has(name));
  expect(named).toEqual(['input', 'output']);
  expect(documented.filter((name) => !usedFlags.has(name))).toEqual([]);
});

const shout = `
import { flowTool, schemaFrom, targetPort } from '@helve/flow';
export function register(helve) {
  const meta = {
    id: 'shout', version: '1.0.0', category: 'translate', displayName: 'Shout', description: 'A tool of a test.',
    cardinality: 'bilingual', requires: ['target-language'], consumes: [], produces: [targetPort],
  };
  const schema = schemaFrom({ type: 'object', properties: {} }, meta);
  const translate = (view, ctx) =>
    view.setTarget(ctx.locales.target, [{ kind: 'text', text: view.text('en').toUpperCase() }], { status: 'draft' });
  helve.flowTool({ name: 'shout', schema, factory: () => flowTool({ meta, schema, translate }) });
}
`;

const stumble = `
import { flowTool, schemaFrom } from '@helve/flow';
export function register(helve) {
  const meta = {
    id: 'stumble', version: '1.0.0', category: 'enrich', displayName: 'Stumble', description: 'A tool of a test.',
    cardinality: 'monolingual', consumes: [], produces: [],
  };
  const schema = schemaFrom({ type: 'object', properties: {} }, meta);
  const annotate = (view) => { if (view.text('en') === 'stumble') throw new Error('stumbled'); };
  helve.flowTool({ name: 'stumble', schema, factory: () => flowTool({ meta, schema, annotate }) });
}
`;
