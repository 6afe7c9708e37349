import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Io } from './io.js';
import { main } from './main.js';

/** Runs one command line in process, and collects what it writes. */
async function run(cwd: string, ...argv: readonly string[]) {
  const written = { stdout: '', stderr: '' };
  const sink = (name: 'stdout' | 'stderr') => ({
    write: (text: string | Uint8Array) => (written[name] += Buffer.from(text).toString()),
  });
  const io: Io = {
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    stdin: (async function* () {})(),
    cwd,
    user: 'tester',
    env: {},
    signal: new AbortController().signal,
  };
  return { code: await main(argv, io), ...written };
}

async function folder(): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), 'helve-main-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  await writeFile(join(cwd, 'helve.config.json'), '{ "govern": false }');
  await writeFile(join(cwd, 'app.json'), '{ "hello": "Hello" }');
  return cwd;
}

test('main runs whole commands in one process, one after the other and at once', { timeout: 120_000 }, async () => {
  const [one, other] = [await folder(), await folder()];
  const before = { exitCode: process.exitCode, console: globalThis.console, env: { ...process.env } };
  expect((await run(one, 'tools', 'ls-nothing')).code).toBe(2);
  const [first, second] = await Promise.all([
    run(one, 'run', 'pseudo-translate', 'app.json', '--json'),
    run(other, 'run', 'pseudo-translate', 'app.json', '--json'),
  ]);
  expect([first.code, second.code]).toEqual([0, 0]);
  expect(JSON.parse(first.stdout)).toMatchObject({ status: 'ok' });
  await writeFile(join(one, 'helve.config.json'), '{ "govern": 3 }');
  expect((await run(one, 'tools')).code).toBe(2);
  expect({ exitCode: process.exitCode, console: globalThis.console, env: { ...process.env } }).toEqual(before);
});
