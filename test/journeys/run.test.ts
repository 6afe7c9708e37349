import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileJsonSchema, type JsonSchemaObject } from '@helve/core';
import { expect, test } from 'vitest';
import { createProject, type Project } from './project.js';

const app = '{\n  "title": "Hello {name}",\n  "menu": { "save": "Save" }\n}\n';
const config = JSON.stringify({ locales: { source: 'en', targets: ['de'] } });
const files = { 'helve.config.json': config, 'app.json': app };

const runSchema: JsonSchemaObject = {
  type: 'object',
  properties: {
    schema: { const: 'helve.run/v1' },
    status: { enum: ['ok', 'partial', 'failed', 'cancelled'] },
    flow: { type: 'string' },
    planHash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    passes: { type: 'array', items: { type: 'array', items: { type: 'string' } } },
    documents: { type: 'array', items: { type: 'object', required: ['document', 'status', 'outputs'] } },
    steps: { type: 'array', items: { type: 'object', required: ['node', 'tool', 'in', 'out', 'skipped', 'failed'] } },
    reports: { type: 'object' },
    findings: { type: 'object', required: ['total'] },
    losses: { type: 'array' },
    quarantine: { type: 'object', required: ['schema', 'blocks'] },
    timings: { type: 'object', required: ['startedAt', 'ms'] },
  },
  required: ['schema', 'status', 'flow', 'planHash', 'passes', 'documents', 'steps', 'reports', 'findings', 'losses'],
};

/** A plugin with a tool that is slow, one that fails, and a format of its own kind. */
const plugin = `
import { setTimeout as sleep } from 'node:timers/promises';
import { flowTool, schemaFrom } from '@helve/flow';

function entry(id, more, handlers) {
  const meta = {
    id, version: '1.0.0', category: 'enrich', displayName: id, description: 'A tool of a test.',
    cardinality: 'monolingual', consumes: [], produces: [], ...more,
  };
  const schema = schemaFrom({ type: 'object', properties: { word: { type: 'string', default: 'x', description: 'Is a word.' } } }, meta);
  return { name: id, schema, factory: (config) => flowTool({ meta, schema, ...handlers(config ?? { word: 'x' }) }) };
}

export function register(helve) {
  helve.flowTool(entry('nap', { writesOutput: true }, ({ word }) => ({
    annotate: async (view, ctx) => {
      if (view.name !== word) return;
      console.error('napping');
      await sleep(60_000, undefined, { signal: ctx.signal });
    },
  })));
  helve.flowTool(entry('stumble', { writesOutput: true }, () => ({
    annotate: (view) => { if (view.name === 'menu.save' || view.id.includes('save')) throw new Error('stumbled'); },
  })));
  helve.flowTool(entry('note-word', { produces: [{ type: 'property:word', side: 'source' }] }, ({ word }) => ({
    annotate: (view, ctx) => { view.setProperty('word', word); ctx.report({ word }); },
  })));
}
`;

/** A plugin with a tool that runs whatever a flow says. */
const execPlugin = `
import { flowTool, schemaFrom } from '@helve/flow';

export function register(helve) {
  const meta = {
    id: 'run-it', version: '1.0.0', category: 'pipeline', displayName: 'Run it', description: 'Runs a command.',
    cardinality: 'monolingual', consumes: [], produces: [], exec: true,
  };
  const properties = {
    command: { type: 'string', description: 'Is the command.' },
    scriptFile: { type: 'string', 'x-path': 'in', description: 'Is a script.' },
  };
  const schema = schemaFrom({ type: 'object', properties }, meta);
  helve.flowTool({ name: 'run-it', schema, factory: (config) => flowTool({ meta, schema, annotate: (view, ctx) => ctx.report(config.command ?? '') }) });
}
`;

async function left({ folder }: Project): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.tmp'));
}

test('T128 helve run takes a file through a flow, writes beside it, and leaves a record', async () => {
  const project = await createProject(files);
  const { code, stdout, stderr } = await project.helve(['run', 'pseudo-translate', 'app.json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^ok +app\.json +json +2 +app_qps\.json \(2 changed\)$/m);
  expect(await readFile(join(project.folder, 'app_qps.json'), 'utf8')).toBe(
    '{\n  "title": "▒ Ĥéļļö {name} ▒",\n  "menu": { "save": "▒ Šàṽé ▒" }\n}\n',
  );
  const trail = await project.helve(['trail', 'ls', '--json']);
  expect(JSON.parse(trail.stdout)).toEqual([expect.objectContaining({ toolId: 'flow.run', door: 'cli' })]);
});

test('T130 helve run --json prints one result that keeps its schema, with keys in one order', async () => {
  const { helve } = await createProject(files);
  const { code, stdout } = await helve(['run', 'count', 'app.json', '--json']);
  expect(code).toBe(0);
  const report = JSON.parse(stdout) as Record<string, unknown>;
  expect(compileJsonSchema(runSchema).check(report)).toMatchObject({ ok: true });
  expect(Object.keys(report)).toEqual(Object.keys(report).toSorted());
  expect(report).toMatchObject({ reports: { 'word-count': { totals: { source: 2 } } }, skipped: [] });
});

test('T131 each exit code of a run has its reason', async () => {
  const project = await createProject({ ...files, 'broken.json': '{"a": ', 'plugin.mjs': plugin });
  const { helve } = project;
  await project.write({ 'helve.config.json': JSON.stringify({ plugins: ['./plugin.mjs'] }) });
  expect((await helve(['run', 'count', 'app.json'])).code).toBe(0);

  const failed = await helve(['run', 'pseudo-translate', 'broken.json']);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('line 1, column') });
  const partial = await helve(['run', 'stumble', 'app.json', '--on-error', 'quarantine']);
  expect(partial).toMatchObject({ code: 1, stderr: expect.stringContaining('left block') });

  for (const argv of [
    ['run', 'nothing-such', 'app.json'],
    ['run', 'count', 'missing.json'],
    ['run', 'count'],
    ['run', 'count', 'app.json', '--concurency', '2'],
    ['run', 'count', 'app.json', '--on-error', 'retyr'],
    ['run', 'count', 'app.json', '--input-format', 'jsno'],
    ['run', 'pseudo-translate', 'app.json', '-o', 'app.json'],
    ['pseudo', 'app.json', '--expansion-percent', '500'],
  ]) {
    expect({ argv, ...(await helve(argv)) }).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^Cannot /),
    });
  }
  expect((await helve(['formats', 'check', 'broken.json'])).code).toBe(3);
});

test('TV45 errors under --json are JSON on stderr, and stdout is empty', async () => {
  const { helve } = await createProject({
    ...files,
    'bad.yaml': 'steps:\n  - tool: pseudo-translate\n    config:\n      prefx: "["\n  - tool: wordcount\n',
  });
  const { code, stdout, stderr } = await helve(['run', 'bad.yaml', 'app.json', '--json']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(JSON.parse(stderr)).toMatchObject({
    schema: 'helve.error/v1',
    code: 'FLOW_INVALID',
    type: 'VALIDATION',
    diagnostics: [
      { rule: 'config-invalid', line: 4, column: 7 },
      { rule: 'unknown-tool', line: 5 },
    ],
  });
});

test.each([
  ['Ctrl-C', 'SIGINT', 130],
  ['SIGTERM', 'SIGTERM', 143],
  ['a terminal that closes', 'SIGHUP', 129],
] as const)('K113 %s ends a run and leaves neither an output nor a temporary file', async (_, signal, code) => {
  const project = await createProject({ ...files, 'plugin.mjs': plugin });
  const texts = Array.from({ length: 9_000 }, (_unused, index) => [`key${index}`, 'Some text of an app that is long']);
  await project.write({
    'helve.config.json': JSON.stringify({ plugins: ['./plugin.mjs'] }),
    'app.json': JSON.stringify(Object.fromEntries([...texts, ['late', 'Zzz']])),
    'flow.yaml': 'steps:\n  - tool: case-transform\n  - { tool: nap, config: { word: late } }\n',
  });
  const running = project.start(['run', 'flow.yaml', 'app.json']);
  await running.shows('napping');
  await expect.poll(() => left(project)).toHaveLength(1);
  running.process.kill(signal);
  expect((await running.ended).code).toBe(code);
  expect(await left(project)).toEqual([]);
  expect(await readdir(project.folder)).not.toContain('app_en.json');
});

test('T129 stdin is answered on stdout, and progress goes to stderr', async () => {
  const { helve } = await createProject(files);
  const { code, stdout, stderr } = await helve(
    ['pseudo', '-', '--input-format', 'json', '--prefix', '', '--suffix', '', '--progress', 'ndjson'],
    { stdin: '{"a":"Save"}' },
  );
  expect({ code, stdout }).toEqual({ code: 0, stdout: '{"a":"Šàṽé"}' });
  const events = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { schema: string; kind: string; seq: number });
  expect(new Set(events.map(({ schema }) => schema))).toEqual(new Set(['helve.progress/v1']));
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
});

test('T132 the last line of NDJSON progress is done', async () => {
  const { helve } = await createProject(files);
  const { stderr } = await helve([
    'run',
    'count',
    'app.json',
    '--progress',
    'ndjson',
    '--quiet',
    '--progress',
    'ndjson',
  ]);
  expect(stderr).toBe('');
  const told = await helve(['run', 'count', 'app.json', '--progress', 'ndjson', '--json']);
  expect(JSON.parse(told.stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({
    kind: 'done',
    data: { status: 'ok' },
  });
  expect(JSON.parse(told.stdout)).toMatchObject({ schema: 'helve.run/v1' });
});

test('K84 the parameters of a flow tool are flags of its short form', async () => {
  const { helve, folder } = await createProject(files);
  const run = await helve([
    'pseudo-translate',
    'app.json',
    '--prefix',
    '[',
    '--suffix=]',
    '--mode',
    'none',
    '-o',
    'out_{lang}.json',
  ]);
  expect(run.code).toBe(0);
  expect(await readFile(join(folder, 'out_qps.json'), 'utf8')).toContain('"save": "[Save]"');
  expect((await helve(['pseudo', '--mode', 'none', 'app.json', '--quiet'])).code).toBe(0);
  const help = await helve(['pseudo', '--help']);
  expect(help.stdout).toMatch(/--expansion-percent INTEGER +Expansion of the text/);
  const wrong = await helve(['pseudo', 'app.json', '--prefx', 'x']);
  expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Did you mean "--prefix"?') });
});

test('K109 helve run --explain says what would be done and does nothing', async () => {
  const project = await createProject(files);
  const { code, stdout } = await project.helve(['run', 'pseudo-translate', 'app.json', '--explain', '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    schema: 'helve.explain/v1',
    bindings: { source: { kind: 'file' }, sink: { kind: 'file' } },
    files: [{ input: 'app.json', format: 'json', outputs: [join(project.folder, 'app_qps.json')] }],
  });
  expect(await readdir(project.folder)).not.toContain('app_qps.json');
});

test('K124 folders, patterns and the content of the config are inputs, and --strict refuses skipped files', async () => {
  const { helve, write } = await createProject({
    'helve.config.json': '{}',
    'l10n/a.json': '{"a":"One"}',
    'l10n/deep/b.properties': 'b=Two three\n',
    'l10n/package-lock.json': '{}',
    'l10n/.hidden.json': '{}',
    'l10n/image.xyz': '\u0000\u0001',
  });
  const words = async (argv: readonly string[]) => {
    const { stdout, code } = await helve([...argv, '--json']);
    return code === 0
      ? (JSON.parse(stdout) as { documents: { document: string }[] }).documents.map(({ document }) => document)
      : code;
  };
  expect(await words(['run', 'count', 'l10n'])).toEqual(['l10n/a.json', 'l10n/deep/b.properties']);
  expect(await words(['run', 'count', 'l10n/**/*.properties'])).toEqual(['l10n/deep/b.properties']);
  expect(await words(['run', 'count', 'l10n', '--strict'])).toBe(2);
  await write({ 'helve.config.json': JSON.stringify({ content: [{ path: 'l10n/*.json', format: 'json' }] }) });
  expect(await words(['run', 'count'])).toEqual(['l10n/a.json']);
});

test('K120 many files run in threads and give what one thread gives', async () => {
  const project = await createProject({ 'helve.config.json': '{}' });
  const value = (index: number) =>
    JSON.stringify(
      Object.fromEntries(
        Array.from({ length: 3000 }, (_, key) => [`k${key}`, `Text ${key} of file ${index}, ${'long '.repeat(10)}`]),
      ),
    );
  for (let index = 0; index < 6; index++) await project.write({ [`in/f${index}.json`]: value(index) });
  const first = await project.helve(['pseudo', 'in', '-o', '{dir}/{name}.one{ext}', '--concurrency', '1', '--json']);
  const second = await project.helve([
    'pseudo',
    'in/f*.json',
    '-o',
    '{dir}/{name}.two{ext}',
    '--concurrency',
    '2',
    '--json',
  ]);
  expect([first.code, second.code]).toEqual([0, 0]);
  const [one, two] = await Promise.all(
    ['one', 'two'].map((name) => readFile(join(project.folder, `in/f3.${name}.json`), 'utf8')),
  );
  expect(one).toBe(two);
  expect(one).toContain('▒');
});

test('T133 plugins bring tools into runs, flags and flows, and a broken one is named', async () => {
  const project = await createProject({ ...files, 'plugin.mjs': plugin, 'broken.mjs': 'export const register = 3;' });
  await project.write({ 'helve.config.json': JSON.stringify({ plugins: ['./plugin.mjs'] }) });
  const run = await project.helve(['note-word', 'app.json', '--word', 'here', '--json']);
  expect(JSON.parse(run.stdout)).toMatchObject({
    reports: { 'note-word': [{ entries: [{ word: 'here' }, { word: 'here' }] }] },
  });
  expect((await project.helve(['plugins'])).stdout).toMatch(/^\.\/plugin\.mjs +nap stumble note-word +- +- +0 +ok$/m);
  await project.write({ 'helve.config.json': JSON.stringify({ plugins: ['./plugin.mjs', './broken.mjs'] }) });
  expect(await project.helve(['plugins'])).toMatchObject({
    code: 2,
    stdout: expect.stringContaining('broken: It exports no'),
  });
  expect(await project.helve(['run', 'count', 'app.json'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('./broken.mjs'),
  });
});

test('T133 keys of the project file are checked, with suggestions', async () => {
  const { helve, write } = await createProject(files);
  const problem = async (text: unknown) => {
    await write({ 'helve.config.json': JSON.stringify(text) });
    const { code, stderr } = await helve(['formats']);
    return code === 0 ? '' : stderr;
  };
  expect(await problem({ locales: { source: 'en', target: ['de'] } })).toContain('Did you mean "targets"?');
  expect(await problem({ tools: { 'pseudo-translate': { prefx: '' } } })).toContain('Did you mean "prefix"?');
  expect(await problem({ tools: [{ presets: { 'pseudo-translat': {} } }] })).toContain(
    'There is no tool "pseudo-translat"',
  );
  expect(await problem({ formats: { json: { maxByts: 1 } } })).toContain('Did you mean "maxBytes"?');
  expect(await problem({ checks: { ignore: [{ rule: 'qa.x' }] } })).toContain('checks.ignore[0].reason');
  expect(await problem({ checks: { gate: { maxMajor: 'none' } } })).toContain('checks.gate.maxMajor');
  expect(
    await problem({ tools: { 'pseudo-translate': { prefix: '<' } }, formats: { json: { maxBytes: 10_000 } } }),
  ).toBe('');
  const run = await helve(['pseudo', '-', '--input-format', 'json'], { stdin: '{"a":"Save"}' });
  expect(run.stdout).toBe('{"a":"<Šàṽé ▒"}');
});

test('T128 helve flow lists, checks, draws and begins flows', async () => {
  const project = await createProject({ ...files, '.helve/flows/bad.yaml': 'steps: 3\n' });
  const { helve } = project;
  const list = await helve(['flow', 'ls']);
  expect(list.stdout).toMatch(/^bad +project +broken: /m);
  expect(list.stdout).toMatch(/^count +built-in +Counts/m);
  expect((await helve(['flow', 'new', 'My Release'])).code).toBe(0);
  expect(await helve(['flow', 'check', 'my-release'])).toMatchObject({ code: 0, stdout: '' });
  expect((await helve(['flow', 'explain', 'my-release'])).stdout).toContain('● 1 pseudo-translate');
  expect((await helve(['flow', 'explain', 'count', '--mermaid'])).stdout).toMatch(
    /^---\ntitle: .+\n---\nflowchart TD\n/,
  );
  expect(JSON.parse((await helve(['flow', 'compile', 'count'])).stdout)).toMatchObject({ schema: 'helve.plan/v1' });
  expect(JSON.parse((await helve(['flow', 'show', 'count'])).stdout)).toMatchObject({ kind: 'FlowDefinition' });
  const bad = await helve(['flow', 'check', '.helve/flows/bad.yaml']);
  expect(bad).toMatchObject({ code: 2, stdout: expect.stringMatching(/bad\.yaml:1:1: error /) });
  expect((await helve(['run', 'my-release', 'app.json'])).code).toBe(0);
});

test('helve formats check says which files survive', async () => {
  const { helve, folder } = await createProject({
    ...files,
    'b.properties': 'a = B\\u00e4r\r\n# end',
    'c.json': '{"a" 1}',
  });
  const { code, stdout } = await helve(['formats', 'check', 'app.json', 'b.properties', 'c.json', '--json']);
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toEqual({
    schema: 'helve.formats/v1',
    total: 3,
    identical: 2,
    files: [
      { file: 'app.json', format: 'json', identical: true },
      { file: 'b.properties', format: 'properties', identical: true },
      { file: 'c.json', format: 'json', identical: false, error: expect.stringContaining('line 1, column') },
    ],
  });
  expect((await readdir(folder)).toSorted()).toEqual([
    'app.json',
    'b.properties',
    'c.json',
    'helve.config.json',
    'node_modules',
    'package.json',
  ]);
  expect((await helve(['formats', 'check', 'app.json'])).code).toBe(0);
  expect(await helve(['formats', 'check', 'app.json', '--format', 'jsno'])).toMatchObject({ code: 2, stdout: '' });
  expect((await helve(['formats', 'detect', 'b.properties'])).stdout).toMatch(/b\.properties +properties +extension/);
  expect((await helve(['formats', 'info', 'json'])).stdout).toContain('Options');
});

test('K130 flow tools are called like any tool, on a text, a pair or a file', async () => {
  const { helve } = await createProject(files);
  const counted = await helve(['call', 'word-count', '--text', 'one two three']);
  expect(JSON.parse(counted.stdout)).toMatchObject({ text: 'one two three', findings: [], losses: [] });
  const pseudo = await helve(['call', 'pseudo-translate', '--text', 'Save', '--config.prefix=', '--config.suffix=']);
  expect(JSON.parse(pseudo.stdout)).toMatchObject({ text: 'Šàṽé' });
  const file = await helve(['call', 'word-count', '--file', 'app.json']);
  expect(JSON.parse(file.stdout)).toMatchObject({ report: { totals: { source: 2 } }, blocks: [{}, {}] });
  const seen = await helve(['call', 'flow.preview', '--flow', 'pseudo-translate', '--text', 'Save']);
  expect(JSON.parse(seen.stdout)).toMatchObject({
    snapshots: [
      { kind: 'before', node: '1' },
      { kind: 'after', node: '1' },
    ],
  });
  const checked = await helve(['call', 'flow.check', '--flow', 'steps:\n  - tool: nothing\n']);
  expect(JSON.parse(checked.stdout)).toMatchObject({ ok: false, diagnostics: [{ rule: 'unknown-tool', line: 2 }] });
});

test('T97 helve redact takes private data out and helve unredact brings it back', async () => {
  const project = await createProject({ ...files, 'mail.json': '{"a":"Write to ada@example.org"}' });
  const { helve, folder } = project;
  const redacted = await helve(['redact', 'mail.json', '--presets', 'email', '-o', 'safe.json', '--report']);
  expect(redacted).toMatchObject({ code: 0, stdout: expect.stringMatching(/categories\.email.*\n +mail\.json/) });
  const safe = await readFile(join(folder, 'safe.json'), 'utf8');
  expect(safe).toBe('{"a":"Write to [REDACTED:Email]"}');
  expect((await helve(['unredact', 'safe.json', '-o', 'back.json'])).code).toBe(0);
  expect(await readFile(join(folder, 'back.json'), 'utf8')).toBe('{"a":"Write to ada@example.org"}');
  const kept = await Promise.all(
    (await readdir(join(folder, '.helve'))).map((name) => readFile(join(folder, '.helve', name), 'latin1')),
  );
  expect(kept.join('')).not.toContain('ada@example.org');
  await writeFile(join(folder, '.helve', 'vault.key'), Buffer.alloc(32).toString('base64'));
  expect(await helve(['unredact', 'safe.json', '-o', 'wrong.json'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('another key'),
  });
  expect(await readdir(folder)).not.toContain('wrong.json');
});

test('T58 what a flow runs needs consent once, which any change takes back', async () => {
  const project = await createProject({
    ...files,
    'plugin.mjs': execPlugin,
    'flow.yaml': 'steps:\n  - tool: run-it\n    config: { command: "echo 1", scriptFile: ./a.js }\n',
    'a.js': 'one',
    'helve.config.json': JSON.stringify({ plugins: ['./plugin.mjs'] }),
  });
  const env = { XDG_CONFIG_HOME: join(project.folder, 'user') };
  const run = (...more: readonly string[]) => project.helve(['run', 'flow.yaml', 'app.json', ...more], { env });
  const refused = await run();
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('exec-untrusted') });
  const digest = /--trust-exec ([0-9a-f]{64})/.exec(refused.stderr)?.[1] ?? '';
  expect((await run('--trust-exec', digest)).code).toBe(0);
  await project.write({ 'a.js': 'two' });
  expect((await run('--trust-exec', digest)).code).toBe(2);
  await project.write({
    'user/helve/exec-trust.json': JSON.stringify({ [digest]: { decision: 'yes' } }),
    'a.js': 'one',
  });
  expect((await run()).code).toBe(0);
  await project.write({ 'user/helve/exec-trust.json': JSON.stringify({ [digest]: { decision: 'no' } }) });
  expect((await run()).code).toBe(2);
});

test('T59 a tool that is typed needs no other consent; HELVE_TRUST_EXEC=1 gives it for a process', async () => {
  const project = await createProject({
    ...files,
    'plugin.mjs': execPlugin,
    'flow.yaml': 'steps:\n  - tool: run-it\n    config: { command: "echo \\u202e1" }\n',
    'helve.config.json': JSON.stringify({ plugins: ['./plugin.mjs'] }),
  });
  const env = { XDG_CONFIG_HOME: join(project.folder, 'user') };
  expect((await project.helve(['run-it', 'app.json', '--command', 'echo 1'], { env })).code).toBe(0);
  const refused = await project.helve(['run', 'flow.yaml', 'app.json'], { env });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('\\u202e');
  expect(refused.stderr).not.toContain('\u202e');
  expect((await project.helve(['run', 'flow.yaml', 'app.json'], { env: { ...env, HELVE_TRUST_EXEC: '1' } })).code).toBe(
    0,
  );
  // What the project file says was not typed.
  const presets = { 'run-it': { command: 'rm -r /' } };
  await project.write({ 'helve.config.json': JSON.stringify({ plugins: ['./plugin.mjs'], tools: presets }) });
  expect((await project.helve(['run-it', 'app.json'], { env })).code).toBe(2);
});

const catalog = `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: de\\n"

msgid "Hello %s"
msgstr "Hallo"

msgid "Save"
msgstr "Sichern  jetzt"
`;

test('T46 helve check judges translations, and its gate is exit 3', async () => {
  const { helve, folder, write } = await createProject({ 'helve.config.json': '{}', 'de.po': catalog });
  const text = await helve(['check', 'de.po']);
  expect(text).toMatchObject({ code: 3, stderr: expect.stringContaining('1 critical finding, at most 0 allowed') });
  expect(text.stdout).toMatch(/^placeholder\.missing {2}critical .*\n {2}de\.po:\d+:1 /m);
  expect((await helve(['check', 'de.po', '--no-fail'])).code).toBe(0);
  expect((await helve(['check', 'de.po', '--max-critical', '-1', '--quiet'])).code).toBe(0);
  expect((await helve(['check', 'de.po', '--check', 'qa-check', '--max-minor', '0'])).code).toBe(3);
  expect(await helve(['check', 'de.po', '--min-score', 'high'])).toMatchObject({ code: 2, stdout: '' });

  const json = await helve(['check', 'de.po', '--format', 'json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ schema: 'helve.check/v1', pass: false, summary: { critical: 1 } });
  const sarif = await helve(['check', 'de.po', '--format', 'sarif', '--output', 'found.sarif']);
  expect(sarif).toMatchObject({ code: 3, stdout: '' });
  expect(JSON.parse(await readFile(join(folder, 'found.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' });

  expect((await helve(['check', 'de.po', '--write-baseline', 'known.json', '--no-fail', '--quiet'])).code).toBe(0);
  const lived = await helve(['check', 'de.po', '--baseline', 'known.json', '--json']);
  expect(lived.code).toBe(0);
  expect(JSON.parse(lived.stdout)).toMatchObject({ pass: true, summary: { findings: 0, suppressed: 2 } });
  await write({ 'helve.config.json': JSON.stringify({ checks: { gate: { maxCritical: 5, maxMinor: 0 } } }) });
  expect((await helve(['check', 'de.po'])).stderr).toContain('1 minor finding, at most 0 allowed');
  const flow = await helve(['run', 'qa-check', 'de.po', '--json']);
  expect(flow.code).toBe(3);
  expect(JSON.parse(flow.stdout)).toMatchObject({ schema: 'helve.run/v1', check: { schema: 'helve.check/v1' } });
});

test('K107 a run may keep its blocks in the store, and helve store looks back', async () => {
  const { helve, write, folder } = await createProject(files);
  expect((await helve(['pseudo', 'app.json', '--to', 'store', '--quiet'])).code).toBe(0);
  await write({ 'app.json': app.replace('Save', 'Store') });
  expect((await helve(['pseudo', 'app.json', '--to', 'store', '--quiet'])).code).toBe(0);
  expect(await readdir(folder)).not.toContain('app_qps.json');
  const log = JSON.parse((await helve(['store', 'log', '--json'])).stdout) as { revisions: { revision: number }[] };
  expect(log.revisions.map(({ revision }) => revision)).toEqual([2, 1]);
  const diff = await helve(['store', 'diff', '1', '--json']);
  expect(JSON.parse(diff.stdout)).toMatchObject({
    from: 1,
    to: 2,
    blocks: expect.arrayContaining([expect.objectContaining({ block: '/menu/save', change: 'changed' })]),
  });
  expect((await helve(['store', 'restore', '1'])).stdout).toBe('Restored 2 blocks as revision 3\n');
  expect((await helve(['store', 'diff', '1', '3'])).stdout).toBe('');
  expect((await helve(['run', 'count', '--from', 'store'])).stdout).toMatch(/targets\.qps\n +app\.json +2 +2/);
  expect(await helve(['store', 'diff', 'first'])).toMatchObject({ code: 2, stdout: '' });
});
