import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../../main.js';

let cwd = '';

const tools = `
const common = { hooksByStage: {}, description: 'Runs', inputSchema: { type: 'object', properties: { to: { type: 'string' } } } };
export const pay = { ...common, id: 'pay', name: 'pay', policy: { requiresConfirmation: true }, execute: ({ to }) => ({ paid: to }) };
export const count = { ...common, id: 'count', name: 'count', async *execute(_, ctx) {
  ctx.progress(1, 2, 'half\\u001b[2J');
  yield 'one ';
  yield 'two\\u001b[2J';
} };
const size = { type: 'object', properties: { size: { type: 'string', enum: ['small', 'large'] }, n: { type: 'integer', minimum: 1 }, cheese: { type: 'boolean' } }, required: ['size'] };
export const order = { ...common, id: 'order', name: 'order', execute: (_, ctx) => ctx.ask(size, 'Which size?\\u001b[2J') };`;

// The rooms of flows are many files, which take their time to be read as TypeScript.
beforeAll(() => import('@helve/project/run'), 120_000);
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'helve-call-'));
  await writeFile(join(cwd, 'tools.mjs'), tools);
  await writeFile(join(cwd, 'helve.config.json'), '{ "tools": ["./tools.mjs"] }');
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

/** Somebody at a terminal who types this; nobody without it. */
async function run(argv: readonly string[], typed?: string) {
  const out = { stdout: '', stderr: '' };
  const tty = typed === undefined ? {} : { isTTY: true, columns: 100 };
  const stdin = (async function* () {
    if (typed !== undefined) yield `${typed}\n`;
  })();
  const code = await main(argv, {
    stdout: { write: (text) => (out.stdout += text) },
    stderr: { write: (text) => (out.stderr += text), ...tty },
    stdin: Object.assign(stdin, tty),
    cwd,
    user: 'tester',
    env: { NO_COLOR: '1' },
    signal: new AbortController().signal,
  });
  return { code, ...out };
}

test('helve call asks whoever sits at the terminal, and shows every argument', async () => {
  const yes = await run(['call', 'pay', '--to', 'bob\u202e'], 'y');
  expect(yes).toMatchObject({ code: 0, stdout: '{\n  "paid": "bob\u202e"\n}\n' });
  expect(yes.stderr).toContain(String.raw`"to": "bob\u202e"`);
  expect(yes.stderr).toContain('Make this call? [y/N]');
  const no = await run(['call', 'pay', '--to', 'bob'], 'n');
  expect(no).toMatchObject({ code: 1, stdout: '' });
  expect((await run(['approvals', 'ls', '--json'])).stdout.trim()).toBe('[]');
});

test('helve call --yes asks nobody, and without either the call waits', async () => {
  expect(await run(['call', 'pay', '--to', 'bob', '--yes'])).toMatchObject({ code: 0 });
  const waiting = await run(['call', 'pay', '--to', 'bob']);
  expect(waiting).toMatchObject({ code: 1, stderr: expect.stringContaining('helve approvals approve apr_') });
});

test('helve call lets a tool ask whoever sits at the terminal, until the answer fits', async () => {
  const { code, stdout, stderr } = await run(['call', 'order'], 'huge\nlarge\n0\ny\nlarge\n\nno');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ action: 'accept', content: { size: 'large', cheese: false } });
  for (const text of [
    'Which size?',
    'size (small, large): Expected one of small, large, got "huge"',
    'n, optional: ',
    'cheese (y/n), optional: ',
    '/n ',
  ])
    expect(stderr).toContain(text);
  expect(stderr).not.toContain('\u001b[2J');
  expect(JSON.parse((await run(['call', 'order'], 'large')).stdout)).toEqual({ action: 'cancel', reason: 'closed' });
  expect(JSON.parse((await run(['call', 'order'])).stdout)).toEqual({ action: 'cancel', reason: 'nobody' });
});

test('helve call shows progress and streamed output on a terminal, or as lines of JSON', async () => {
  const drawn = await run(['call', 'count'], '');
  expect(drawn.code).toBe(0);
  expect(JSON.parse(drawn.stdout)).toBe('one two\u001b[2J');
  for (const text of ['50 %', '1 of 2 half', String.raw`one two\u001b[2J`]) expect(drawn.stderr).toContain(text);
  expect(drawn.stderr.replaceAll('\u001b[2K', '')).not.toContain('\u001b');
  const { stderr } = await run(['call', 'count', '--progress', 'ndjson']);
  expect(
    stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toMatchObject([
    { kind: 'progress', done: 1, total: 2 },
    { kind: 'chunk', chunk: 'one ' },
    { kind: 'chunk', chunk: 'two\u001b[2J' },
  ]);
  expect((await run(['call', 'count'])).stderr).toBe('');
});
