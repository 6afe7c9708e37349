import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Io } from './io.js';
import { main } from './main.js';

let cwd = '';

const tool = `export const nap = {
  id: 'nap', name: 'nap', description: 'Sleeps soundly until somebody wakes it up, which may take a very long time', hooksByStage: {},
  inputSchema: { type: 'object', properties: {} },
  execute: () => { globalThis.onNap?.(); return new Promise(() => {}); },
};`;

// The rooms of flows are many files, which take their time to be read as TypeScript.
beforeAll(() => import('@helve/project/run'), 120_000);
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'helve-main-'));
  await writeFile(join(cwd, 'nap.mjs'), tool);
  await writeFile(join(cwd, 'helve.config.json'), '{ "tools": ["./nap.mjs"] }');
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

async function run(argv: readonly string[], given: Partial<Io> & { readonly columns?: number } = {}) {
  const out = { stdout: '', stderr: '' };
  const tty = given.columns === undefined ? {} : { isTTY: true, columns: given.columns };
  const code = await main(argv, {
    stdout: { write: (text) => (out.stdout += text), ...tty },
    stderr: { write: (text) => (out.stderr += text), ...tty },
    stdin: (async function* () {})(),
    cwd,
    user: 'tester',
    env: {},
    signal: new AbortController().signal,
    ...given,
  });
  return { code, ...out };
}

test('main cuts the table to the width of a terminal and colours its header', async () => {
  const { code, stdout } = await run(['tools'], { columns: 70 });
  expect(code).toBe(0);
  const [header = '', row = ''] = stdout.split('\n');
  expect(header.startsWith('\u001B[2mID')).toBe(true);
  expect(row.length).toBeGreaterThan(60);
  expect(row.length).toBeLessThanOrEqual(70);
  expect(row.endsWith('…')).toBe(true);
});

test.each<[Record<string, string>, boolean]>([
  [{ NO_COLOR: '1' }, false],
  [{ NO_COLOR: '' }, true],
  [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true],
  [{ FORCE_COLOR: '0' }, false],
])('main on a terminal with %j colours: %s', async (env, colours) => {
  const { stdout } = await run(['tools'], { columns: 80, env });
  expect(stdout.includes('\u001B[')).toBe(colours);
});

test('main gives 130 and an empty stdout when its signal fires during a call', async () => {
  const controller = new AbortController();
  Reflect.set(globalThis, 'onNap', () => controller.abort('SIGINT'));
  const { code, stdout, stderr } = await run(['call', 'nap'], { signal: controller.signal });
  expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
  expect(stderr).toContain('cancelled');
});

test('main never throws, whatever it is given', async () => {
  for (const argv of [
    ['call'],
    ['call', ''],
    ['--'],
    ['-x'],
    ['tools', 'show'],
    ['serve', '--port'],
    ['call', 'nap', '--'],
  ]) {
    const { code, stdout, stderr } = await run(argv);
    expect({ argv, code, stdout }).toEqual({ argv, code: 2, stdout: '' });
    expect(stderr).toMatch(/^Cannot /);
  }
});
