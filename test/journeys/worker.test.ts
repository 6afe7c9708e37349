import { spawn } from 'node:child_process';
import { chmod, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createProject } from './project.js';

const canary = 'canary-3f9a71c0-secret';

const slug = (more = '') => `import { writeFileSync } from 'node:fs';
import { heartbeat, ToolCapability } from '@helve/worker';

const begin = () => writeFileSync(process.env.CAPABILITY_DATA_DIR + '/begun', String(process.pid));
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export class Slug extends ToolCapability {
  static description = 'Makes addresses of titles';
  static WORKER_ENV = [
    { name: 'SLUG_TONE', default: 'plain', options: ['plain', 'loud'], label: 'Tone' },
    { name: 'SLUG_TOKEN', secret: true, required: true },
  ];
  static actions = { slugify: 'slugify', seen: 'seen', wait: 'wait', block: 'block', words: 'words', steps: 'steps', leak: 'leak', die: 'die', talk: 'talk' };
  #config = { sign: '-' };
  get name() { return 'slug'; }
  get version() { return '1.0.0'; }
  async initialize(config) {
    const next = { ...this.#config, ...config };
    if (next.sign === '#') throw new Error('"#" begins a fragment');
    if (next.sign === 'slow') {
      begin();
      await pause(60_000);
    }
    this.#config = next;
  }
  getConfigSchema() {
    return { type: 'object', properties: { sign: { type: 'string', default: '-' } }, additionalProperties: false };
  }
  getCurrentConfig() { return this.#config; }
  getConfigOptions() { return { sign: { options: [{ value: '-', label: 'dash' }, { value: '_', label: 'underscore' }] } }; }
  slugify({ text }) { return { slug: text.toLowerCase().split(/ +/).join(this.#config.sign) }; }
  seen() { return { tone: process.env.SLUG_TONE, token: process.env.SLUG_TOKEN.length, outside: process.env.OUTSIDE ?? null }; }
  async wait() { begin(); await heartbeat('waiting', { intervalMs: 50 }, () => pause(60_000)); }
  block() { begin(); for (;;); }
  async *words({ text }) { for (const word of text.split(' ')) yield { word }; }
  steps() { return 3; }
  leak() { throw new Error('the token is ' + process.env.SLUG_TOKEN); }
  die() { console.error('last words'); process.stderr.write('printed before the end\\n'); process.exit(7); }
  talk() { console.warn('careful'); console.warn('\\u001b[2Jforged\\n2026-01-01T00:00:00.000Z slug error fake'); }
  ${more}
}
`;

const plain = (name: string, body = '') => `import { ToolCapability } from '@helve/worker';
export class Plain extends ToolCapability {
  static description = 'Nothing special';
  ${body}
  get name() { return '${name}'; }
  get version() { return '1.0.0'; }
  initialize() {}
  getConfigSchema() { return { type: 'object', properties: {} }; }
  getCurrentConfig() { return {}; }
  execute(...given) { return { given }; }
}
`;

const adapter = `import { TaskAdapter } from '@helve/worker';
export class TitleAdapter extends TaskAdapter {
  static taskName = 'title';
  static version = '1.0.0';
  static requiredToolProtocol = { methods: [{ name: 'slugify' }], properties: [] };
  address({ title }) { return this.tool.slugify({ text: title }).slug; }
}
`;

const slugProject = async () => {
  const project = await createProject({ 'capabilities/slug/index.js': slug() });
  expect(await project.helve(['worker', 'manifest', 'capabilities/slug'])).toMatchObject({
    code: 0,
    stdout: `${join('capabilities', 'slug', 'capability.json')}: slug 1.0.0\n`,
    stderr: '',
  });
  await project.helve(['secret', 'set', 'slug', 'SLUG_TOKEN'], { stdin: `${canary}\n` });
  return project;
};

test('a capability is described, checked, given its secret and called, without a config or a running host', async () => {
  const { helve, write } = await createProject({
    'capabilities/slug/index.js': slug(),
    'capabilities/slug/title.js': adapter,
  });
  expect(await helve(['worker'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('There are no capabilities'),
  });
  expect(await helve(['worker', 'manifest', 'capabilities/slug'])).toMatchObject({ code: 0 });
  expect(await helve(['worker', 'manifest', 'capabilities/slug/title.js'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('title.adapter.json: ./title.js#TitleAdapter 1.0.0'),
  });
  expect(await helve(['worker', 'validate', 'capabilities/slug'])).toMatchObject({ code: 0, stdout: '' });
  expect((await helve(['worker'])).stdout).toMatch(/^slug +1\.0\.0 +node +Makes addresses of titles$/m);

  const early = await helve(['worker', 'call', 'slug', 'slugify', '{"text":"One Two"}']);
  expect(early).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('"SLUG_TOKEN": it is required') });
  expect(await helve(['secret', 'set', 'slug', 'SLUG_TOKEN'], { stdin: `${canary}\n` })).toMatchObject({
    code: 0,
    stdout: '',
  });

  expect(await helve(['worker', 'call', 'slug', 'slugify', '{"text":"One Two"}'])).toMatchObject({
    code: 0,
    stdout: '{\n  "slug": "one-two"\n}\n',
    stderr: '',
  });
  const piped = await helve(['worker', 'call', 'slug', 'title.address', '-'], { stdin: '{"title":"A B"}' });
  expect(piped).toMatchObject({ code: 0, stdout: '"a-b"\n' });
  const facts = await helve(['worker', 'call', 'slug', 'steps', '--json']);
  expect(JSON.parse(facts.stdout)).toMatchObject({ ok: true, data: 3, attempts: 1, callId: expect.any(String) });
  expect(await helve(['worker', 'stream', 'slug', 'words', '{"text":"one two"}'])).toMatchObject({
    code: 0,
    stdout: '{"word":"one"}\n{"word":"two"}\n',
  });

  await write({ 'capabilities/plain.js': plain('plain') });
  await helve(['worker', 'manifest', 'capabilities/plain.js']);
  const fused = await helve(['worker', 'call', 'plain', 'execute', '[1, "two"]']);
  expect(JSON.parse(fused.stdout)).toEqual({ given: [1, 'two'] });
});

test('what cannot be called is told with its reason and its exit code', async () => {
  const { helve, folder } = await slugProject();
  expect(await helve(['worker', 'call', 'slog', 'slugify'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('did you mean "slug"?'),
  });
  expect(await helve(['worker', 'call', 'slug', 'slugifi'])).toMatchObject({ code: 2, stdout: '' });
  expect(await helve(['worker', 'call', 'slug', 'slugify', '{'])).toMatchObject({ code: 2, stdout: '' });
  expect(await helve(['worker', 'call', 'slug', 'slugify', '[]'])).toMatchObject({ code: 2, stdout: '' });
  expect(await helve(['worker', 'call', '../slug', 'slugify'])).toMatchObject({ code: 2, stdout: '' });
  const died = await helve(['worker', 'call', 'slug', 'die', '--json']);
  expect(died).toMatchObject({ code: 1, stderr: expect.stringContaining('printed before the end') });
  expect(JSON.parse(died.stdout)).toMatchObject({ ok: false, error: { code: 'WORKER_CRASHED' } });
  expect(await readdir(join(folder, '.helve', 'run'))).toEqual([]);
});

test('Ctrl-C cancels a call that waits and one that is busy, and leaves no process', async () => {
  const { start, folder } = await slugProject();
  for (const action of ['wait', 'block']) {
    const running = start(['worker', 'call', 'slug', action, '--json']);
    const pid = await pidOfBegun(folder);
    running.process.kill('SIGINT');
    const { code, stdout } = await running.ended;
    expect([action, code]).toEqual([action, 130]);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    expect(await isGone(pid)).toBe(true);
  }
});

test('a second Ctrl-C ends everything at once', async () => {
  const { start, folder } = await slugProject();
  const running = start(['worker', 'call', 'slug', 'block', '--json']);
  const pid = await pidOfBegun(folder);
  running.process.kill('SIGINT');
  // Two signals within a second are one.
  await new Promise((next) => setTimeout(next, 1_100));
  expect(running.process.exitCode).toBe(null);
  running.process.kill('SIGINT');
  // One that waited for the worker would have said how its call ended.
  expect(await running.ended).toMatchObject({ code: 130, stdout: '' });
  expect(await isGone(pid)).toBe(true);
});

test('Ctrl-C ends a change that a worker takes long for', async () => {
  const { start, folder } = await slugProject();
  const running = start(['worker', 'config', 'slug', '--set', 'sign=slow']);
  const pid = await pidOfBegun(folder);
  running.process.kill('SIGINT');
  expect(await running.ended).toMatchObject({ code: 130 });
  expect(await isGone(pid)).toBe(true);
});

test('a configuration is shown with its options, changed for later workers, and kept only if a worker takes it', async () => {
  const { helve } = await slugProject();
  expect((await helve(['worker', 'config', 'slug', '--options'])).stdout).toMatch(/^sign +- +-, _$/m);
  expect(await helve(['worker', 'config', 'slug', '--set', 'sign=_'])).toMatchObject({
    code: 0,
    stderr: 'Changed: sign\n',
  });
  expect((await helve(['worker', 'call', 'slug', 'slugify', '{"text":"A B"}'])).stdout).toContain('"a_b"');
  expect(await helve(['worker', 'config', 'slug', '--set', 'sign=#'])).toMatchObject({ code: 1 });
  expect(await helve(['worker', 'config', 'slug', '--set', 'sing=_'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('sing'),
  });
  expect(JSON.parse((await helve(['worker', 'config', 'slug', '--json'])).stdout)).toMatchObject({
    config: { sign: '_' },
  });
  expect(await helve(['worker', 'config', 'slug', '--unset', 'sign'])).toMatchObject({ code: 0 });
  expect((await helve(['worker', 'call', 'slug', 'slugify', '{"text":"A B"}'])).stdout).toContain('"a-b"');
});

test('variables are shown with their origin, and only visible ones can be set', async () => {
  const { helve } = await slugProject();
  const shown = await helve(['worker', 'env', 'slug']);
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  expect(shown.stdout).toMatch(/^SLUG_TONE +plain +default +Tone$/m);
  expect(shown.stdout).toMatch(/^SLUG_TOKEN +\S+ +secret$/m);
  expect(await helve(['worker', 'env', 'set', 'slug', 'SLUG_TONE', 'loud'])).toMatchObject({ code: 0 });
  expect((await helve(['worker', 'env', 'slug'])).stdout).toMatch(/^SLUG_TONE +loud +override +default=plain +Tone$/m);
  const seen = await helve(['worker', 'call', 'slug', 'seen'], { env: { OUTSIDE: 'x' } });
  expect(JSON.parse(seen.stdout)).toEqual({ tone: 'loud', token: canary.length, outside: null });
  expect(await helve(['worker', 'env', 'set', 'slug', 'SLUG_TONE', 'odd'])).toMatchObject({ code: 2 });
  expect(await helve(['worker', 'env', 'set', 'slug', 'SLUG_TOKEN', 'x'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('it is a secret'),
  });
  expect(await helve(['worker', 'env', 'unset', 'slug', 'SLUG_TONE'])).toMatchObject({ code: 0 });
  expect((await helve(['worker', 'env', 'slug'])).stdout).toMatch(/^SLUG_TONE +plain +default/m);
  expect(await helve(['worker', 'env'])).toMatchObject({ code: 2 });
});

test('a secret comes from stdin, is listed by name only, and shows nowhere', async () => {
  const { helve, folder } = await slugProject();
  expect(await helve(['secret', 'ls', 'slug'])).toMatchObject({ code: 0, stdout: 'SLUG_TOKEN\n' });
  expect(await helve(['secret', 'set', 'slug', 'SLUG_TOKEN', 'by-argument'])).toMatchObject({ code: 2 });
  expect(await helve(['secret', 'set', 'slug', 'SLUG_TOKEN'], { stdin: '\n' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is empty'),
  });
  expect((await stat(join(folder, '.helve', 'secrets', 'slug', 'SLUG_TOKEN.json'))).mode & 0o777).toBe(0o600);
  const said = [
    await helve(['worker', 'env', 'slug', '--json']),
    await helve(['worker', 'call', 'slug', 'leak', '--json']),
    await helve(['worker', 'config', 'slug', '--set', 'sign=_', '--json']),
    await helve(['worker', 'doctor', '--json']),
    await helve(['worker', '--json']),
  ];
  expect(said.map(({ code }) => code)).toEqual([0, 1, 0, 0, 0]);
  expect(said.map(({ stdout, stderr }) => stdout + stderr).join('')).not.toContain(canary);
  const files = (await readdir(join(folder, '.helve'))).filter((name) => name.startsWith('helve.db'));
  // A database takes its log away when the last process leaves it.
  const read = (name: string) => readFile(join(folder, '.helve', name), 'latin1').catch(() => '');
  const kept = (await Promise.all(files.map(read))).join('');
  expect(kept.includes('SLUG_TOKEN')).toBe(true);
  expect(kept.includes(canary)).toBe(false);
  expect(await helve(['secret', 'rm', 'slug', 'SLUG_TOKEN'])).toMatchObject({ code: 0 });
  expect(await helve(['secret', 'rm', 'slug', 'SLUG_TOKEN'])).toMatchObject({ code: 2 });
  expect(await helve(['secret', 'ls', 'slug'])).toMatchObject({ code: 0, stdout: '' });
  expect(await helve(['worker', 'env', 'slug'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('SLUG_TOKEN'),
  });
});

test('drift is told with what differs until the manifest is written anew, and what an operator laid over it stays', async () => {
  const { helve, write, folder } = await slugProject();
  expect(await helve(['worker', 'drift'])).toMatchObject({ code: 0, stdout: 'slug: as recorded\n' });
  const file = join(folder, 'capabilities', 'slug', 'capability.json');
  const first = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  await write({
    'capabilities/slug/capability.json': JSON.stringify({ ...first, overrides: { resources: { requiresGpu: false } } }),
    'capabilities/slug/index.js': slug('unslug({ slug }) { return slug; }'),
    'old.capability.json': JSON.stringify(first),
  });
  const drifted = await helve(['worker', 'drift', 'slug']);
  expect(drifted).toMatchObject({ code: 3, stdout: expect.stringMatching(/^ +\+ .*unslug/m) });
  expect((await helve(['worker', 'diff-surface', 'slug'])).stdout).toMatch(/\+ .*unslug/);
  expect((await helve(['worker', 'validate', 'capabilities/slug'])).stdout).toMatch(/^warning +surface/m);
  expect(await helve(['worker', 'manifest', 'capabilities/slug'])).toMatchObject({ code: 0 });
  expect(await helve(['worker', 'drift', 'slug'])).toMatchObject({ code: 0 });
  const recorded = await readFile(join(folder, 'capabilities', 'slug', 'index.js'), 'utf8');
  const renamed = recorded.replace("return '1.0.0'", "return '2.0.0'").replace("steps: 'steps'", "count: 'steps'");
  await write({ 'capabilities/slug/index.js': renamed });
  const other = await helve(['worker', 'drift', 'slug']);
  expect(other.code).toBe(3);
  for (const line of [/~ "1\.0\.0" → "2\.0\.0"/, /\+ count/, /- steps/]) expect(other.stdout).toMatch(line);
  await write({ 'capabilities/slug/index.js': recorded });
  const second = JSON.parse(await readFile(file, 'utf8')) as { overrides: unknown; install: Record<string, string> };
  expect(second.overrides).toEqual({ resources: { requiresGpu: false } });
  expect(second.install).toMatchObject((({ installedAt }) => ({ installedAt }))(Object(first['install'])));
  const diff = await helve(['worker', 'diff-surface', 'old.capability.json', 'capabilities/slug', '--json']);
  expect(JSON.parse(diff.stdout)).toMatchObject({
    surface: { added: [expect.stringContaining('unslug')], removed: [] },
  });
});

test('validate names every problem of a manifest and of a class', async () => {
  const { helve, write } = await createProject({
    'a/capability.json': '{ "format": "helve.capability/1", "code": { "name": "a b" }, "colour": 1 }',
    'b/index.js': plain(
      'b',
      "static WORKER_ENV = [{ name: 'B', secret: true, default: 'x' }, { name: 'C', default: '${NOPE}' }];",
    ),
    'c/index.js': `import '@helve/nowhere';`,
    'd/index.js': 'export const nothing = 1;',
    'e/index.js': plain('e').replace('properties: {}', "properties: { mode: { type: 'string', enum: ['one'] } }"),
  });
  const manifest = await helve(['worker', 'validate', 'a']);
  expect(manifest.code).toBe(1);
  expect(manifest.stdout).toMatch(/^problem +\/colour|additional/im);
  const env = await helve(['worker', 'validate', 'b', '--json']);
  expect(env.code).toBe(1);
  expect(JSON.parse(env.stdout)).toMatchObject({
    ok: false,
    findings: [{ where: 'WORKER_ENV B' }, { where: 'WORKER_ENV C' }],
  });
  expect(await helve(['worker', 'manifest', 'b'])).toMatchObject({ code: 1, stdout: '' });
  expect((await helve(['worker', 'validate', 'c'])).stdout).toContain('@helve/nowhere');
  expect(await helve(['worker', 'validate', 'd'])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('exactly one'),
  });
  expect(await helve(['worker', 'validate', 'e'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^warning +config mode/m),
  });
  expect(await helve(['worker', 'validate', 'nowhere'])).toMatchObject({ code: 2 });
  const trigger = `static configClass = { type: 'object', properties: { model: { type: 'string', 'x-reload-trigger': 'model' } } };`;
  await write({ 'g/index.js': plain('g', trigger) });
  expect(await helve(['worker', 'validate', 'g'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^warning +trigger "model" of model +there is no "_releaseModel"$/m),
  });
});

test('doctor names what keeps workers from running', async () => {
  const { helve, write, folder } = await slugProject();
  expect(await helve(['worker', 'doctor'])).toMatchObject({ code: 0, stdout: '' });
  // A host that is gone, and a worker that is not and one that is.
  const orphan = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], {
    env: { HELVE_WORKER_SESSION_ID: 'left' },
  });
  onTestFinished(() => void orphan.kill('SIGKILL'));
  const gone = { pid: 999_999_998, group: 999_999_998, startedAt: '1', hostPid: 999_999_999, hostStartedAt: '1' };
  await write({
    '.helve/run/worker-left.json': JSON.stringify({ ...gone, session: 'left', instanceId: 'left' }),
    '.helve/run/worker-gone.json': JSON.stringify({ ...gone, session: 'gone', instanceId: 'gone' }),
  });
  const leftovers = await helve(['worker', 'doctor']);
  expect(leftovers).toMatchObject({ code: 0, stdout: expect.stringContaining(`process ${orphan.pid} is left`) });
  expect(leftovers.stdout).not.toContain('999999998');
  orphan.kill('SIGKILL');
  await chmod(join(folder, '.helve', 'secrets', 'slug', 'SLUG_TOKEN.json'), 0o644);
  await write({
    'capabilities/py/capability.json': JSON.stringify({
      format: 'helve.capability/1',
      code: { name: 'py', version: '1.0.0', description: 'x', runtime: 'command', command: ['no-such-program'] },
    }),
    'capabilities/broken/capability.json': '{',
  });
  const { code, stdout } = await helve(['worker', 'doctor']);
  expect(code).toBe(1);
  for (const text of ['no-such-program', 'it is not JSON', 'others than its owner']) expect(stdout).toContain(text);
  await helve(['secret', 'rm', 'slug', 'SLUG_TOKEN']);
  expect((await helve(['worker', 'doctor'])).stdout).toMatch(/^problem +slug SLUG_TOKEN +it is required/m);
  await write({ '.helve/helve.db': 'this is no database, whatever its name says '.repeat(200) });
  expect((await helve(['worker', 'doctor'])).stdout).toMatch(/^problem +store +Cannot/m);
});

test('a worker call checks its arguments as a call of the tool does, and fills in defaults', async () => {
  const teller = plain(
    'teller',
    `static actions = { tell: { method: 'tell', input: { type: 'object', properties: {
      to: { type: 'integer', minimum: 1 }, tone: { type: 'string', default: 'plain' } }, required: ['to'], additionalProperties: false } } };
    tell(given) { return given; }`,
  );
  const { helve } = await createProject({ 'helve.config.json': '{}', 'capabilities/teller/index.js': teller });
  await helve(['worker', 'manifest', 'capabilities/teller']);
  const tell = (text: string) => helve(['worker', 'call', 'teller', 'tell', text]);
  const called = await tell('{"to":2}');
  expect([called.code, JSON.parse(called.stdout)]).toEqual([0, { to: 2, tone: 'plain' }]);
  const refused = await tell('{"to":0,"loud":true}');
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  for (const text of ['"teller.tell"', '2 problems', '/to', '/loud']) expect(refused.stderr).toContain(text);
  const told = await helve(['worker', 'call', 'teller', 'tell', '{}', '--json']);
  expect(JSON.parse(told.stdout)).toMatchObject({
    ok: false,
    error: { code: 'INPUT', fields: { fieldsInvalid: ['/to'] } },
  });
});

test('a file that the settings of a machine name, and that is no use, is told by its key', async () => {
  const remote = { url: 'ws://127.0.0.1:9', tokenFile: 'shed-token' };
  const config = (more: object) =>
    JSON.stringify({
      workers: { remotes: { shed: { ...remote, ...more } }, capabilities: { far: { remote: 'shed' } } },
    });
  const { helve, write } = await createProject({
    'helve.config.json': config({}),
    'capabilities/far/index.js': plain('far'),
  });
  await helve(['worker', 'manifest', 'capabilities/far']);
  const call = () => helve(['worker', 'call', 'far', 'execute', '[]']);
  const missing = await call();
  expect(missing.code).toBe(2);
  for (const text of ['workers.remotes.shed.tokenFile', 'shed-token', 'does not exist', 'name a file that holds'])
    expect(missing.stderr).toContain(text);
  await write({ 'shed-token': '\n' });
  expect((await call()).stderr).toContain('has no first line');
  await write({ 'shed-token': 'secret\n', 'helve.config.json': config({ ca: '.' }) });
  expect((await call()).stderr).toMatch(/workers\.remotes\.shed\.ca: ".*" is a folder/);
  const served = await helve(['worker', 'serve', '--listen', '0', '--token-file', 'nowhere']);
  expect(served).toMatchObject({ code: 2, stderr: expect.stringMatching(/--token-file: ".*nowhere" does not exist/) });
});

test('an instance that is disabled refuses calls until it is enabled', async () => {
  const { helve } = await slugProject();
  expect(await helve(['worker', 'disable', 'slug'])).toMatchObject({ code: 0, stderr: '' });
  expect(await helve(['worker', 'call', 'slug', 'steps'])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('it is disabled'),
  });
  expect((await helve(['worker', 'enable', 'slug', '--json'])).stdout).toContain('"changed": true');
  expect(await helve(['worker', 'call', 'slug', 'steps'])).toMatchObject({ code: 0, stdout: '3\n' });
  expect(await helve(['worker', 'disable', 'slog'])).toMatchObject({ code: 2 });
});

test('what workers said and what happened to them can be read afterwards', async () => {
  const { helve, start } = await slugProject();
  const following = start(['worker', 'logs', 'slug', '--follow']);
  await helve(['worker', 'call', 'slug', 'die']);
  const shown = await helve(['worker', 'call', 'slug', 'talk', '--log']);
  expect(shown).toMatchObject({ code: 0, stdout: 'null\n', stderr: expect.stringContaining('warn: careful') });
  expect((await helve(['worker', 'logs', 'slug', '--raw'])).stdout).toContain('printed before the end\n');
  const warnings = await helve(['worker', 'logs', '--level', 'warn', '--last', '2', '--json']);
  const lines = (await helve(['worker', 'logs', 'slug', '--level', 'warn'])).stdout;
  expect(lines).toContain(String.raw`slug warn \u001b[2Jforged`);
  expect(lines).toMatch(/^ {2}2026-01-01T00:00:00.000Z slug error fake$/m);
  expect((await helve(['worker', 'logs', 'nope'])).stderr).toContain('no such entries of "nope"');
  expect(JSON.parse(warnings.stdout.split('\n')[0] ?? '')).toMatchObject({
    level: 'warn',
    message: 'careful',
    instanceId: 'slug',
  });
  const journal = await helve(['worker', 'logs', 'slug', '--journal', '--json']);
  const kinds = journal.stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { kind: string }).kind);
  expect(kinds).toEqual(expect.arrayContaining(['spawn', 'load', 'exit']));
  await following.shows('careful');
  following.process.kill('SIGINT');
  expect(await following.ended).toMatchObject({ code: 130, stderr: '' });
  expect(await helve(['worker', 'logs', '--level', 'loud'])).toMatchObject({ code: 2 });
  expect(await helve(['worker', 'logs', '--journal', '--raw'])).toMatchObject({ code: 2 });
});

test('the config says where capabilities are, and what it says is checked', async () => {
  const { helve, write } = await createProject({
    'elsewhere/plain.js': plain('plain'),
    'helve.config.json': '{ "workers": { "paths": ["elsewhere"] } }',
  });
  await helve(['worker', 'manifest', 'elsewhere/plain.js']);
  expect((await helve(['worker'])).stdout).toMatch(/^plain /m);
  await write({ 'helve.config.json': '{ "workers": { "path": [] } }' });
  expect(await helve(['worker'])).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean "paths"?') });
});

test('wrong usage of workers exits with 2', async () => {
  const { helve } = await createProject();
  for (const args of [
    ['worker', 'fly'],
    ['worker', 'call', 'x'],
    ['secret'],
    ['secret', 'ls', 'a/b'],
    ['worker', 'manifest'],
  ]) {
    expect([args, (await helve(args)).code]).toEqual([args, 2]);
  }
  expect((await helve(['worker', '--help'])).stdout).toContain('diff-surface');
});

/** The process of the worker, once its work has begun. */
async function pidOfBegun(folder: string): Promise<number> {
  const file = join(folder, '.helve', 'data', 'slug', 'begun');
  for (let left = 1000; left > 0; left -= 1) {
    const pid = Number(await readFile(file, 'utf8').catch(() => ''));
    if (pid > 0) {
      await rm(file);
      return pid;
    }
    await new Promise((next) => setTimeout(next, 20));
  }
  throw new Error('No work was begun');
}

async function isGone(pid: number): Promise<boolean> {
  for (let left = 500; left > 0; left -= 1) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await new Promise((next) => setTimeout(next, 20));
  }
  return false;
}
