import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createProject, type Project, type Running } from './project.js';

const canary = 'canary-b81d "5e02"/ü&=secret';

const slug = `import { heartbeat, ToolCapability } from '@helve/worker';

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export class Slug extends ToolCapability {
  static description = 'Makes addresses of titles';
  static WORKER_ENV = [{ name: 'SLUG_TONE', default: 'plain' }, { name: 'SLUG_TOKEN', secret: true }];
  static actions = { slugify: 'slugify', pid: 'pid', seen: 'seen', wait: 'wait', count: 'count', leak: 'leak', talk: 'talk' };
  #config = { sign: '-' };
  #prefetched = false;
  get name() { return 'slug'; }
  get version() { return '1.0.0'; }
  initialize(config) { this.#config = { ...this.#config, ...config }; }
  prefetch() { this.#prefetched = true; }
  getConfigSchema() {
    return { type: 'object', properties: { sign: { type: 'string', default: '-' } }, additionalProperties: false };
  }
  getCurrentConfig() { return this.#config; }
  slugify({ text }) { return text.toLowerCase().split(/ +/).join(this.#config.sign); }
  pid() { return process.pid; }
  seen() { return { tone: process.env.SLUG_TONE, token: process.env.SLUG_TOKEN?.length ?? 0, prefetched: this.#prefetched }; }
  async wait() { await heartbeat('waiting', { intervalMs: 50 }, async () => { for (;;) { this.checkCancel(); await pause(10); } }); }
  async *count({ to }) { for (let at = 1; at <= to; at += 1) { this.checkCancel(); yield at; await pause(2); } }
  async leak() {
    const token = process.env.SLUG_TOKEN;
    console.log({ token });
    for (const half of [token.slice(0, 9), token.slice(9) + '\\n']) {
      process.stdout.write(half);
      process.stderr.write(half);
      await pause(30);
    }
    this.reportProgress(0.5, 'with ' + encodeURIComponent(token));
    throw new Error('the token is ' + token, { cause: new TypeError(Buffer.from(token).toString('base64')) });
  }
  talk() { console.warn('careful'); return 'said'; }
}
`;

/** A project with a capability and a host that runs. */
async function hostedProject(): Promise<Project & { readonly server: Running }> {
  const project = await createProject({
    'helve.config.json': '{ "server": { "port": 0 } }',
    'capabilities/slug/index.js': slug,
  });
  await project.helve(['worker', 'manifest', 'capabilities/slug']);
  return { ...project, server: await serve(project) };
}

async function serve(project: Project): Promise<Running> {
  const server = project.start(['serve']);
  await server.shows('Stop with Ctrl-C');
  return server;
}

test('without a running host, ps lists nothing and the other live verbs say what to start', async () => {
  const { helve } = await createProject();
  expect(await helve(['worker', 'ps', '--json'])).toMatchObject({
    code: 0,
    stdout: '[]\n',
    stderr: expect.stringContaining('start one with `helve serve`'),
  });
  for (const args of [
    ['load', 'x'],
    ['unload', 'x'],
    ['reload', 'x'],
    ['prefetch', 'x'],
    ['cancel', 'x'],
  ]) {
    const ending = await helve(['worker', ...args]);
    expect([args[0], ending.code, ending.stdout]).toEqual([args[0], 1, '']);
    expect(ending.stderr).toMatch(/no host of workers runs[\s\S]*`helve serve`/);
  }
});

test('a running host keeps its workers between commands, and every live verb reaches it', async () => {
  const { helve, folder, server } = await hostedProject();
  const run = join(folder, '.helve', 'run');
  expect((await stat(run)).mode & 0o777).toBe(0o700);
  for (const name of await readdir(run))
    expect([name, (await stat(join(run, name))).mode & 0o777]).toEqual([name, 0o600]);

  const loaded = JSON.parse((await helve(['worker', 'load', 'slug', '--json'])).stdout) as { pid: number };
  const pidNow = async () => Number((await helve(['worker', 'call', 'slug', 'pid'])).stdout);
  expect(await pidNow()).toBe(loaded.pid);
  expect((await helve(['worker', 'ps'])).stdout).toMatch(
    new RegExp(`^slug +slug 1\\.0\\.0 +ready +${loaded.pid} `, 'm'),
  );

  expect(await helve(['worker', 'config', 'slug', '--set', 'sign=_'])).toMatchObject({ code: 0 });
  expect((await helve(['worker', 'call', 'slug', 'slugify', '{"text":"A B"}'])).stdout).toBe('"a_b"\n');
  expect(await pidNow()).toBe(loaded.pid);
  expect(await helve(['worker', 'stream', 'slug', 'count', '{"to":3}'])).toMatchObject({
    code: 0,
    stdout: '1\n2\n3\n',
  });
  expect(await helve(['worker', 'call', 'slug', 'talk', '--log'])).toMatchObject({
    stdout: '"said"\n',
    stderr: expect.stringContaining('warn: careful'),
  });

  expect(await helve(['worker', 'disable', 'slug'])).toMatchObject({ code: 0 });
  expect(await helve(['worker', 'call', 'slug', 'pid'])).toMatchObject({ code: 1, stdout: '' });
  expect((await helve(['worker', 'ps'])).stdout).toContain('disabled');
  expect((await helve(['worker', 'enable', 'slug', '--json'])).stdout).toContain('"changed": true');
  expect(await pidNow()).toBe(loaded.pid);

  await helve(['worker', 'env', 'set', 'slug', 'SLUG_TONE', 'loud']);
  await helve(['secret', 'set', 'slug', 'SLUG_TOKEN'], { stdin: canary });
  await helve(['worker', 'prefetch', 'slug']);
  expect(JSON.parse((await helve(['worker', 'call', 'slug', 'seen'])).stdout)).toEqual({
    tone: 'loud',
    token: canary.length,
    prefetched: true,
  });
  const second = await pidNow();
  expect(second).not.toBe(loaded.pid);
  const reloaded = JSON.parse((await helve(['worker', 'reload', 'slug', '--json'])).stdout) as { pid: number };
  expect(reloaded.pid).not.toBe(second);

  expect(await helve(['worker', 'load', 'slug', '--as', 'twin'])).toMatchObject({ code: 0 });
  const ids = JSON.parse((await helve(['worker', 'ps', '--json'])).stdout) as { id: string }[];
  expect(ids.map(({ id }) => id)).toEqual(['slug', 'twin']);
  expect(await helve(['worker', 'unload', 'twin'])).toMatchObject({ code: 0, stderr: 'Unloaded "twin"\n' });
  expect(await helve(['worker', 'unload', 'twin'])).toMatchObject({ code: 2 });
  expect(await helve(['worker', 'load', 'slog'])).toMatchObject({ code: 2, stderr: expect.stringContaining('"slug"') });

  server.process.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0 });
  expect(await isGone(reloaded.pid)).toBe(true);
  expect(await readdir(run)).toEqual([]);
});

test('a job of the running host is listed and cancelled by its id, and so is a stream', async () => {
  const { helve, start } = await hostedProject();
  for (const args of [
    ['call', 'slug', 'wait', '--json'],
    ['stream', 'slug', 'count', '{"to":100000}'],
  ]) {
    const running = start(['worker', ...args]);
    const job = await jobOf({ helve });
    expect(job).toMatchObject({ instanceId: 'slug', status: 'running', target: args[2] });
    expect(JSON.parse((await helve(['worker', 'cancel', job.id, '--json'])).stdout)).toEqual({
      job: job.id,
      status: 'cancelled',
    });
    expect(await running.ended).toMatchObject({ code: 130 });
  }
  expect(await helve(['worker', 'cancel', 'nobody'])).toMatchObject({ code: 2 });
  expect((await helve(['worker', 'ps', '--jobs'])).stdout).toBe('');
});

test('Ctrl-C of a call in the running host cancels the call and leaves the worker', async () => {
  const { helve, start } = await hostedProject();
  const before = (await helve(['worker', 'call', 'slug', 'pid'])).stdout;
  const running = start(['worker', 'call', 'slug', 'wait', '--json']);
  await jobOf({ helve });
  running.process.kill('SIGINT');
  const { code, stdout } = await running.ended;
  expect(code).toBe(130);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
  expect((await helve(['worker', 'call', 'slug', 'pid'])).stdout).toBe(before);
});

test('a host that is killed takes its workers along, and the next one takes its place', async () => {
  const project = await hostedProject();
  const { helve, server } = project;
  const pid = Number((await helve(['worker', 'call', 'slug', 'pid'])).stdout);
  server.process.kill('SIGKILL');
  await server.ended;
  expect(await isGone(pid)).toBe(true);
  expect(await helve(['worker', 'ps'])).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining('No host'),
  });
  await serve(project);
  const next = Number((await helve(['worker', 'call', 'slug', 'pid'])).stdout);
  expect(next).toBeGreaterThan(0);
  expect(next).not.toBe(pid);
});

function unlessGone(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}

test('a secret shows in nothing that a running host says or keeps', async () => {
  const { helve, folder, server, shell } = await hostedProject();
  await helve(['secret', 'set', 'slug', 'SLUG_TOKEN'], { stdin: canary });
  const said = [
    await helve(['worker', 'load', 'slug', '--json']),
    await helve(['worker', 'call', 'slug', 'leak', '--json', '--log']),
    await shell('ps -eo args'),
    await helve(['worker', 'ps', '--json']),
    await helve(['worker', 'env', 'slug', '--json']),
    await helve(['worker', 'logs', '--json']),
    await helve(['worker', 'logs', '--journal', '--json']),
    await helve(['worker', 'config', 'slug', '--json']),
  ];
  server.process.kill('SIGTERM');
  const all = [...said, await server.ended].map(({ stdout, stderr }) => stdout + stderr).join('');
  for (const form of formsOf(canary)) expect(all.includes(form)).toBe(false);
  expect(said[1]).toMatchObject({ code: 1, stdout: expect.stringContaining('the token is') });
  const secrets = join(folder, '.helve', 'secrets');
  for (const file of await filesBelow(folder)) {
    // A database takes its log away when the last process leaves it.
    const bytes = await readFile(file, 'utf8').catch(unlessGone);
    if (file.startsWith(secrets)) expect(bytes).toContain('b81d');
    else for (const form of formsOf(canary)) expect([file, bytes.includes(form)]).toEqual([file, false]);
  }
});

test('add installs a folder, a file or a package into a folder of its own, and rm takes it away', async () => {
  const { helve, write, folder } = await createProject({
    'somewhere/slug/index.js': slug,
    'somewhere/twin.mjs': slug.replaceAll("'slug'", "'twin'"),
    'somewhere/pack/package.json': '{ "name": "slug-pack", "version": "2.0.0", "type": "module", "main": "main.js" }',
    'somewhere/pack/main.js': slug.replaceAll("'slug'", "'packed'"),
    'somewhere/empty/index.js': 'export const nothing = 1;',
    'capabilities/own.js': slug.replaceAll("'slug'", "'own'"),
  });
  const added = join(folder, '.helve', 'capabilities');
  for (const [source, name] of [
    ['somewhere/slug', 'slug'],
    ['./somewhere/twin.mjs', 'twin'],
    [`file:${join(folder, 'somewhere', 'pack')}`, 'packed'],
  ] as const) {
    expect(await helve(['worker', 'add', source])).toMatchObject({
      code: 0,
      stdout: `${join('.helve', 'capabilities', name)}: ${name} 1.0.0\n`,
    });
    expect(await helve(['worker', 'call', name, 'slugify', '{"text":"A B"}'])).toMatchObject({
      code: 0,
      stdout: '"a-b"\n',
    });
    const manifest = JSON.parse(await readFile(join(added, name, 'capability.json'), 'utf8')) as { install: object };
    expect(manifest.install).toMatchObject({ packageSource: source, installedAt: expect.any(String) });
  }
  // A copy of its own: what becomes of the source is no matter.
  await write({ 'somewhere/slug/index.js': 'throw new Error("changed");' });
  expect(await helve(['worker', 'call', 'slug', 'slugify', '{"text":"A B"}'])).toMatchObject({ code: 0 });

  const before = await readdir(added);
  expect(await helve(['worker', 'add', 'somewhere/empty'])).toMatchObject({ code: 1, stdout: '' });
  expect(await helve(['worker', 'add', 'somewhere/twin.mjs'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"twin" is taken'),
  });
  expect(await helve(['worker', 'add', `file:${join(folder, 'nowhere')}`])).toMatchObject({ code: 1, stdout: '' });
  expect(await readdir(added)).toEqual(before);

  await helve(['worker', 'manifest', 'capabilities/own.js']);
  expect(await helve(['worker', 'rm', 'own'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('was not added'),
  });
  expect(await helve(['worker', 'rm', 'twin'])).toMatchObject({ code: 0, stderr: 'Removed "twin"\n' });
  expect(await readdir(added)).toEqual(before.filter((name) => name !== 'twin'));
  expect(await helve(['worker', 'rm', 'twin'])).toMatchObject({ code: 2 });
});

test('what is added while a host runs can be loaded, and rm unloads it', async () => {
  const { helve, write } = await hostedProject();
  await write({ 'somewhere/late.mjs': slug.replaceAll("'slug'", "'late'") });
  await helve(['worker', 'ps']);
  expect(await helve(['worker', 'add', 'somewhere/late.mjs'])).toMatchObject({ code: 0 });
  const { pid } = JSON.parse((await helve(['worker', 'load', 'late', '--json'])).stdout) as { pid: number };
  expect(await helve(['worker', 'rm', 'late'])).toMatchObject({ code: 0 });
  expect(await isGone(pid)).toBe(true);
  expect(await helve(['worker', 'logs', 'late', '--journal', '-n', '1', '--json'])).toMatchObject({
    stdout: expect.stringContaining('"kind"'),
  });
});

async function jobOf({ helve }: Pick<Project, 'helve'>): Promise<{ readonly id: string }> {
  for (let left = 600; left > 0; left -= 1) {
    const jobs = JSON.parse((await helve(['worker', 'ps', '--jobs', '--json'])).stdout) as {
      id: string;
      status: string;
    }[];
    const running = jobs.find(({ status }) => status === 'running');
    if (running !== undefined) return running;
    await sleep(50);
  }
  throw new Error('No job ever ran');
}

/** The secret as it is, in JSON, in an address and in base64; and halves of it, as a cut line would show them. */
function formsOf(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64');
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), base64, secret.slice(9)];
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));
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
