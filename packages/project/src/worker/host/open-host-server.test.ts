import { EventEmitter, once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CapabilityCancelledError, CapabilityInputError, WorkerCrashedError } from '@helve/worker';
import { fromWorkerError } from '@helve/worker/host';
import { expect, onTestFinished, test } from 'vitest';
import { readHostAddress } from './host-address.js';
import type { HostRequest, HostEvent, HostVerb, HostListener } from './host-verbs.js';
import { openHostServer } from './open-host-server.js';
import { reachHost } from './reach-host.js';

type Answer = (verb: HostVerb, given: unknown, talk: HostListener) => Promise<unknown>;

/** A project whose host answers as the test says. */
async function hosted(answer: Answer, folders = '') {
  const root = await mkdtemp(join(tmpdir(), 'helve-host-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const cwd = join(root, folders);
  const runDir = join(cwd, '.helve', 'run');
  const server = await openHostServer(runDir, answer as HostRequest);
  onTestFinished(async () => server?.close().catch(() => undefined));
  return { cwd, runDir, server };
}

const call = { id: 'one', target: 'write', actor: 'ada', log: false, idempotent: false };
const quiet: HostListener = { signal: new AbortController().signal, tell: () => undefined };

test('openHostServer answers whoever shows its token, and leaves nothing when it closes', async () => {
  const { runDir, server } = await hosted(async (verb, given) => ({ verb, given }));
  const ask = await reachHost(runDir);
  expect(await ask?.('reload', { id: 'one' }, quiet)).toEqual({ verb: 'reload', given: { id: 'one' } });
  const names = await readdir(runDir);
  const modes = await Promise.all([runDir, ...names.map((name) => join(runDir, name))].map((path) => stat(path)));
  expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o600, 0o600]);
  await server?.close();
  expect(await readdir(runDir)).toEqual([]);
  expect(await reachHost(runDir)).toBe(undefined);
});

test.each([
  ['no token', '{"verb":"ps"}'],
  ['another token', `{"token":"${'x'.repeat(43)}","verb":"ps"}`],
  ['no JSON', 'hello'],
])('openHostServer hangs up on a caller with %s', async (_what, line) => {
  let asked = 0;
  const { runDir } = await hosted(async () => (asked += 1));
  const { socket = '' } = (await readHostAddress(runDir)) ?? {};
  const caller = createConnection(socket);
  let heard = '';
  caller.on('data', (text) => (heard += String(text)));
  caller.write(`${line}\n`);
  await once(caller, 'close');
  expect([heard, asked]).toEqual(['', 0]);
});

test('openHostServer keeps the class and the fields of an error, and refuses a verb that nobody knows', async () => {
  const { runDir } = await hosted(() =>
    Promise.reject(new WorkerCrashedError('Cannot finish', { exitCode: 7, lastStderr: 'last words' })),
  );
  const ask = await reachHost(runDir);
  const error: unknown = await ask?.('ps', {}, quiet).catch((thrown: unknown) => thrown);
  expect(WorkerCrashedError.is(error) && [error.exitCode, error.lastStderr]).toEqual([7, 'last words']);
  const unknown: unknown = await ask?.('fly' as 'ps', {}, quiet).catch((thrown: unknown) => thrown);
  expect(CapabilityInputError.is(unknown)).toBe(true);
});

test('openHostServer passes on news in their order, and a cancel while it works', async () => {
  const { runDir } = await hosted(async (_verb, _given, { signal, tell }) => {
    for (let piece = 1; piece <= 2000; piece += 1) await tell({ piece });
    await once(signal, 'abort');
    throw new CapabilityCancelledError('Cannot finish', { reason: String(signal.reason) });
  });
  const pieces: unknown[] = [];
  const stop = new AbortController();
  const tell = (news: HostEvent) => {
    if ('piece' in news) pieces.push(news.piece);
    if (pieces.length === 2000) stop.abort('enough');
  };
  const ask = await reachHost(runDir);
  const error: unknown = await ask?.('ps', {}, { signal: stop.signal, tell }).catch((thrown: unknown) => thrown);
  expect(CapabilityCancelledError.is(error) && error.reason).toBe('enough');
  expect(pieces).toEqual(Array.from({ length: 2000 }, (_, at) => at + 1));
});

test('openHostServer lets a running call end when it closes, and cancels it after the grace', async () => {
  const begun = new EventEmitter();
  let finish = () => {};
  const { runDir, server } = await hosted(async (_verb, given, { signal }) => {
    const work = new Promise<void>((resolve) => (finish = resolve));
    begun.emit('begun');
    await Promise.race([work, once(signal, 'abort')]);
    return { given };
  });
  const ask = await reachHost(runDir);
  const [first] = [ask?.('call', call, quiet), await once(begun, 'begun')];
  const closing = server?.close(10_000);
  expect(await reachHost(runDir)).toBe(undefined);
  finish();
  expect(await first).toMatchObject({ given: { id: 'one' } });
  await closing;
});

test.each(['call', 'stream'] as const)(
  'a %s whose host ends before it answers may have done something, and is repeated only where that does no harm',
  async (verb) => {
    const { runDir, server } = await hosted(() => new Promise(() => undefined));
    const ask = await reachHost(runDir);
    const asked = [false, true].map(async (idempotent) =>
      ask?.(verb, { ...call, idempotent }, quiet).catch((error: unknown) => error),
    );
    await sleep(50);
    await server?.close(0);
    const errors = (await Promise.all(asked)).map((error) => fromWorkerError(error));
    expect(errors).toMatchObject([
      { code: 'WORKER_CRASHED', partialSideEffects: true, retryable: false },
      { code: 'WORKER_CRASHED', partialSideEffects: true, retryable: true },
    ]);
  },
);

test('openHostServer cancels what a caller asked for who is gone', async () => {
  const news = new EventEmitter();
  const { runDir } = await hosted(async (_verb, _given, { signal }) => {
    news.emit('begun');
    await once(signal, 'abort');
    news.emit('over', signal.reason);
  });
  const { socket = '', token } = (await readHostAddress(runDir)) ?? {};
  const [begun, over] = [once(news, 'begun'), once(news, 'over')];
  const caller = createConnection(socket);
  caller.write(`${JSON.stringify({ token, verb: 'ps', given: {} })}\n`);
  await begun;
  caller.destroy();
  expect(await over).toEqual(['whoever asked is gone']);
});

test('openHostServer gives way to a host that is there, and takes the place of one that died', async () => {
  const { runDir } = await hosted(async () => 'first');
  expect(await openHostServer(runDir, async () => Promise.reject(new Error('second')))).toBe(undefined);
  const { runDir: left, server } = await hosted(async () => 'dead');
  const address = await readHostAddress(left);
  await server?.close();
  await writeFile(join(left, 'host.json'), JSON.stringify(address));
  expect(await reachHost(left)).toBe(undefined);
  const heir = await openHostServer(left, (async () => 'heir') as unknown as HostRequest);
  expect(await (await reachHost(left))?.('ps', {}, quiet)).toBe('heir');
  await heir?.close();
});

test('openHostServer listens elsewhere where its path would be too long for a socket', async () => {
  const { runDir, server } = await hosted(async () => 'here', 'a-long-name/'.repeat(12));
  const { socket = '' } = (await readHostAddress(runDir)) ?? {};
  expect(socket.startsWith(runDir)).toBe(false);
  expect(await (await reachHost(runDir))?.('ps', {}, quiet)).toBe('here');
  await server?.close();
  await expect(stat(socket)).rejects.toThrow('ENOENT');
});
