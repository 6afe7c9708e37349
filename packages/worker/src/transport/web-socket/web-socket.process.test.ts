import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Secret } from '@helve/core';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { CapabilityFatalError, WorkerProtocolError } from '../../error/fatal-errors.js';
import { CapabilityInputError } from '../../error/input-errors.js';
import { CapabilityTransientError, WorkerCrashedError } from '../../error/transient-errors.js';
import { RemoteCapabilityProxy } from '../../proxy/remote-capability-proxy.js';
import type { WorkerSpec } from '../../proxy/worker-spec.js';
import { isLongRun } from '../../../../../test/long-runs.js';
import { builtRunner } from '../../testing/built-runner.js';
import { failureOf } from '../../testing/contract/contract-bench.js';
import { isAlive, waitForExit } from '../../testing/is-alive.js';
import { tunedManager, waitUntil } from '../../testing/tuned-manager.js';
import { WireFile } from '../../wire/wire-file.js';
import { serveWorkers, type ServeWorkersOptions } from './serve-workers.js';
import type { ServedWorker } from './worker-relay.js';

const built = await builtRunner('wire-probe', 'tuned-capability');
const token = new Secret('a token that nobody guesses');

const probe: ServedWorker = {
  transport: { kind: 'process', runner: built.runner },
  capability: { module: built.module('wire-probe'), export: 'WireProbe' },
};

async function serve(options: Partial<ServeWorkersOptions> = {}) {
  const listener = await serveWorkers({ workers: { probe }, tokens: [token], ...options });
  onTestFinished(() => listener.close());
  return { listener, url: `ws://127.0.0.1:${listener.port}/worker/probe` };
}

function far(url: string, spec: Partial<WorkerSpec> = {}, shown = token): RemoteCapabilityProxy {
  const proxy = new RemoteCapabilityProxy({
    instanceId: 'far',
    transport: { kind: 'webSocket', url, token: shown },
    ...spec,
  });
  onTestFinished(() => proxy.terminate(0));
  return proxy;
}

/** A proxy between host and machine that can cut the connection. */
async function cable(port: number) {
  const lines = new Set<{ destroy(): void }>();
  const server = createServer().on('connection', (near) => {
    const end = connect(port, '127.0.0.1');
    for (const line of [near, end]) lines.add(line.on('error', () => undefined));
    near.pipe(end).pipe(near);
  });
  server.removeAllListeners('request');
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const at = typeof address === 'object' && address !== null ? address.port : 0;
  const close = () => {
    server.close();
    lines.forEach((line) => line.destroy());
  };
  return {
    base: `ws://127.0.0.1:${at}`,
    url: `ws://127.0.0.1:${at}/worker/probe`,
    cut: () => lines.forEach((line) => line.destroy()),
    close,
  };
}

test('a machine listens on itself alone unless told, and answers nobody who does not know the token', async () => {
  const { listener, url } = await serve();
  expect(listener.host).toBe('127.0.0.1');
  const wrong = await failureOf(far(url, {}, new Secret('another token of that length')).connect());
  expect(wrong).toBeInstanceOf(CapabilityFatalError);
  expect(wrong).toMatchObject({ errorType: 'AUTH' });
  expect(await statusOf(new WebSocket(url))).toBe(401);
  expect(listener.workers).toBe(0);
});

test('a page in a browser gets no worker even with the token, and plain requests are told to upgrade', async () => {
  const { url } = await serve();
  const headers = { authorization: `Bearer ${token.reveal()}` };
  expect(await statusOf(new WebSocket(url, { headers, origin: 'https://example.com' }))).toBe(403);
  expect((await fetch(url.replace('ws:', 'http:'), { headers })).status).toBe(426);
});

test('a token that can be guessed, and one that would travel as plain text, are refused before anything is sent', async () => {
  expect(await failureOf(serveWorkers({ workers: { probe }, tokens: [new Secret('short')] }))).toMatchObject({
    fieldsInvalid: ['token'],
  });
  const refused = await failureOf(far('ws://workers.example').connect());
  expect(refused).toBeInstanceOf(CapabilityInputError);
  expect(refused).toMatchObject({ fieldsInvalid: ['url'] });
  expect(await failureOf(far('no address').connect())).toMatchObject({ fieldsInvalid: ['url'] });
  expect(String(refused)).not.toContain(token.reveal());
});

test('the machine decides what runs, whatever the host names', async () => {
  const { url } = await serve();
  const proxy = far(url, { capability: { module: '/nowhere/else.mjs', export: 'Other' } });
  await proxy.start();
  expect(proxy.name).toBe('probe');
});

test('secrets and the limits of the host reach the worker, and no copy of its spec shows the token', async () => {
  const { url } = await serve({ workers: { probe: { ...probe, variables: ['CANARY'] } } });
  const proxy = far(url, { secrets: { CANARY: new Secret('of the host') } });
  await proxy.start();
  expect(await proxy.dispatchToAction('env', { name: 'CANARY' })).toBe('of the host');
  expect(JSON.stringify(proxy.spec)).not.toContain(token.reveal());
});

test('a line that breaks is a typed error of each call where nothing is kept, and the worker ends with it', async () => {
  const { listener } = await serve({ leaseMs: 0 });
  const line = await cable(listener.port);
  const proxy = far(line.url);
  await proxy.start();
  const { pid = 0 } = proxy;
  const call = failureOf(proxy.dispatchToAction('wait'));
  const busy = failureOf(proxy.dispatchToAction('block'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  line.cut();
  for (const error of [await call, await busy]) {
    expect(error).toBeInstanceOf(WorkerCrashedError);
    expect(error).toMatchObject({ message: expect.stringContaining('was lost') as string, possibleOom: false });
  }
  await waitForExit([pid]);
  expect(proxy.exit).toMatchObject({ expected: false, lost: expect.any(String) as string });
});

test('a host that falls silent is taken for gone, and so is its worker', async () => {
  const { listener, url } = await serve({ pingMs: 300, leaseMs: 0 });
  const headers = { authorization: `Bearer ${token.reveal()}`, 'helve-session': randomUUID() };
  const socket = new WebSocket(url, { headers, autoPong: false });
  await new Promise((resolve) => socket.once('open', resolve));
  expect(listener.workers).toBe(1);
  await waitUntil(
    () => listener.workers,
    (workers) => workers === 0,
  );
});

test('a worker that dies far away says how, with its last lines', async () => {
  const { url } = await serve();
  const proxy = far(url);
  const lines: string[] = [];
  proxy.observe({ onOutput: ({ text }) => void lines.push(text) });
  await proxy.start();
  await proxy.dispatchToAction('print', { text: 'last words' });
  const error = await failureOf(proxy.dispatchToAction('leave', { code: 3 }));
  expect(error).toBeInstanceOf(WorkerCrashedError);
  expect(error).toMatchObject({ exitCode: 3, lastStderr: 'last words' });
  expect(lines).toEqual(['last words', 'last words']);
});

test('a worker that heeds nothing is ended by force, from afar', async () => {
  const { url } = await serve();
  const proxy = far(url);
  await proxy.start();
  const { pid = 0 } = proxy;
  const call = failureOf(proxy.dispatchToAction('block'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await proxy.terminate(100);
  expect(await call).toBeInstanceOf(WorkerCrashedError);
  expect(isAlive(pid)).toBe(false);
});

test('a frame that is too large fails its call, and the connection stays', async () => {
  const { url } = await serve({ maxFrameBytes: 64 * 1024 });
  const proxy = far(url, { limits: { maxFrameBytes: 64 * 1024 } });
  await proxy.start();
  const value = 'x'.repeat(70_000);
  expect(await failureOf(proxy.dispatchToAction('echo', { value }))).toMatchObject({ fieldsInvalid: ['args'] });
  expect(await failureOf(proxy.dispatchToAction('big', { bytes: 70_000 }))).toBeInstanceOf(CapabilityFatalError);
  expect(await proxy.dispatchToAction('echo', { value: 'small' })).toBe('small');
});

test('a message over the limit of the machine ends that connection, and no other', async () => {
  const { url } = await serve({ maxFrameBytes: 64 * 1024 });
  const [kept, loud] = [far(url), far(url)];
  await Promise.all([kept.start(), loud.start()]);
  const error = await failureOf(loud.dispatchToAction('echo', { value: 'x'.repeat(70_000) }));
  expect(error).toBeInstanceOf(WorkerCrashedError);
  expect(await kept.dispatchToAction('echo', { value: 1 })).toBe(1);
});

test('a machine has room for so many workers, and what is no worker is a protocol error', async () => {
  const { url } = await serve({ maxWorkers: 1 });
  await far(url).start();
  expect(await failureOf(far(url).connect())).toBeInstanceOf(CapabilityTransientError);
  const server = createServer();
  const { WebSocketServer } = await import('ws');
  new WebSocketServer({ server }).on('connection', (socket) => socket.send('no frame'));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const error = await failureOf(far(`ws://127.0.0.1:${port}`).connect());
  expect(error).toBeInstanceOf(WorkerProtocolError);
});

test('nobody who listens is a transient error', async () => {
  const { listener, url } = await serve();
  await listener.close();
  expect(await failureOf(far(url).connect())).toBeInstanceOf(CapabilityTransientError);
});

test('a manager reaches a capability on another machine by the name of that machine, and again after the line broke', async () => {
  const capability = { module: built.module('tuned-capability'), export: 'TunedCapability' };
  const tuned: ServedWorker = { transport: { kind: 'process', runner: built.runner }, capability };
  const { listener } = await serve({ workers: { tuned }, leaseMs: 0 });
  const line = await cable(listener.port);
  const { manager, manifest } = await tunedManager({ remotes: { shed: { url: line.base, token } } });
  const loaded = await manager.load(manifest, { remote: 'shed', restart: { baseMs: 1 } });
  expect(loaded).toMatchObject({ transport: 'webSocket' });
  const pid = await manager.call('tuned', { action: 'pid' });
  const broken = failureOf(manager.call('tuned', { action: 'hold' }));
  await new Promise((resolve) => setTimeout(resolve, 100));
  line.cut();
  expect(await broken).toBeInstanceOf(WorkerCrashedError);
  expect(await manager.call('tuned', { action: 'pid' })).not.toBe(pid);
  expect(await failureOf(manager.load(manifest, { id: 'other', remote: 'attic' }))).toMatchObject({
    fieldsInvalid: ['remote'],
  });
});

test('a call that runs while the line breaks is answered once, and a stream loses no chunk', async () => {
  const { listener } = await serve();
  const line = await cable(listener.port);
  const proxy = far(line.url);
  await proxy.start();
  const call = proxy.dispatchToAction('later', { ms: 300, value: 'kept' });
  const chunks: unknown[] = [];
  const stream = (async () => {
    for await (const chunk of proxy.streamAction('count', { to: 400 })) chunks.push(chunk);
  })();
  for (let cut = 0; cut < 3; cut += 1) {
    await new Promise((resolve) => setTimeout(resolve, 60));
    line.cut();
  }
  expect(await call).toBe('kept');
  await stream;
  expect(chunks).toEqual(Array.from({ length: 400 }, (_, at) => at + 1));
  expect([listener.workers, proxy.exit]).toEqual([1, undefined]);
});

test('a worker whose host does not come back is ended when its lease is over', async () => {
  const { listener } = await serve({ leaseMs: 200 });
  const line = await cable(listener.port);
  const proxy = far(line.url);
  await proxy.start();
  line.close();
  const call = failureOf(proxy.dispatchToAction('wait'));
  await waitUntil(
    () => listener.workers,
    (workers) => workers === 0,
  );
  expect(await call).toBeInstanceOf(WorkerCrashedError);
});

test('a listener serves several capabilities by name, takes two tokens, and says that it is well', async () => {
  const tuned = { ...probe, capability: { module: built.module('tuned-capability'), export: 'TunedCapability' } };
  const next = new Secret('the token that comes next');
  const { listener, url } = await serve({ workers: { probe, tuned }, tokens: async () => [token, next] });
  const other = far(url.replace(/probe$/, 'tuned'), {}, next);
  await Promise.all([far(url).start(), other.start()]);
  expect([other.name, listener.workers]).toEqual(['tuned', 2]);
  expect(await failureOf(far(url.replace(/probe$/, 'none')).connect())).toMatchObject({ code: 'FATAL' });
  const health = await fetch(`http://127.0.0.1:${listener.port}/health`);
  expect([health.status, await health.json()]).toEqual([200, { status: 'serving' }]);
});

test('a listener that drains answers the calls that run, refuses others, and ends', async () => {
  const { listener, url } = await serve();
  const proxy = far(url);
  await proxy.start();
  const { pid = 0 } = proxy;
  const running = proxy.dispatchToAction('later', { ms: 200, value: 'answered' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  const drained = listener.drain(5000);
  expect(await failureOf(proxy.dispatchToAction('echo', { value: 1 }))).toBeInstanceOf(CapabilityTransientError);
  expect(await failureOf(far(url).connect())).toBeInstanceOf(CapabilityTransientError);
  expect(await running).toBe('answered');
  await drained;
  expect(isAlive(pid)).toBe(false);
});

test('variables that the capability does not declare never reach it, and the host is told', async () => {
  const { url } = await serve({ workers: { probe: { ...probe, variables: ['DECLARED'] } } });
  const said: string[] = [];
  const sent = { DECLARED: new Secret('yes'), NODE_OPTIONS: new Secret('--require /evil.js') };
  const proxy = far(url, { secrets: sent });
  proxy.observe({ onOutput: ({ text }) => void said.push(text) });
  await proxy.start();
  expect(await proxy.dispatchToAction('env', { name: 'DECLARED' })).toBe('yes');
  expect(await proxy.dispatchToAction('env', { name: 'NODE_OPTIONS' })).toBe(undefined);
  expect(said.join()).toContain('NODE_OPTIONS');
  const lacking = await serve({ workers: { probe: { ...probe, variables: ['KEY'], required: ['KEY'] } } });
  expect(String(await failureOf(far(lacking.url).connect()))).toContain('it needs a value for KEY');
});

test('M59: files cross the line by their content, both ways, and are gone when the call and the worker are', async () => {
  const { listener, url } = await serve({ maxFrameBytes: 64 * 1024 });
  const line = await cable(listener.port);
  const proxy = far(line.url, { limits: { maxFrameBytes: 64 * 1024 } });
  await proxy.start();
  const content = Buffer.alloc(300_000, 'helve ');
  const file = await WireFile.write(content, 'of the test');
  onTestFinished(() => file.remove());
  const cut = setTimeout(() => line.cut(), 5);
  const back = await proxy.dispatchToAction('echo', { value: { file } });
  clearTimeout(cut);
  const received = (back as { file: WireFile }).file;
  expect(received.path).not.toBe(file.path);
  expect(Buffer.compare(await readFile(received.path), content)).toBe(0);
  const made = (await proxy.dispatchToAction('file', { text: 'made there' })) as WireFile;
  expect(await readFile(made.path, 'utf8')).toBe('made there');
  await proxy.terminate(0);
  await waitUntil(
    () => [received.path, made.path].filter((path) => existsSync(path)).length,
    (left) => left === 0,
  );
  expect(url).toContain('probe');
});

test('M59: a large file takes little memory on either side', { timeout: 300_000 }, async () => {
  const mebibytes = isLongRun ? 1024 : 16;
  const { url } = await serve();
  const proxy = far(url);
  await proxy.start();
  const piece = Buffer.alloc(2 ** 20, 'helve');
  const file = await WireFile.write(
    (async function* () {
      for (let at = 0; at < mebibytes; at += 1) yield piece;
    })(),
    'of the test',
  );
  onTestFinished(() => file.remove());
  let most = 0;
  const before = usedBytes();
  const look = setInterval(() => (most = Math.max(most, usedBytes() - before)), 200);
  const back = (await proxy.dispatchToAction('echo', { value: file })) as WireFile;
  clearInterval(look);
  expect([back.size, back.sha256]).toEqual([mebibytes * 2 ** 20, file.sha256]);
  // Host and machine are one process here.
  expect(most / 2 ** 20).toBeLessThan(2 * 32);
});

test('M59: a file that is too large, or is not what was named, fails its call and nothing else', async () => {
  const { url } = await serve({ maxFileBytes: 1000 });
  const proxy = far(url);
  await proxy.start();
  const file = await WireFile.write('x'.repeat(2000), 'of the test');
  onTestFinished(() => file.remove());
  expect(await failureOf(proxy.dispatchToAction('echo', { value: file }))).toMatchObject({
    message: expect.stringContaining('at most 1000') as string,
  });
  const forged = new WireFile({ path: file.path, size: 4, sha256: '0'.repeat(64), owner: 'x' });
  expect(String(await failureOf(proxy.dispatchToAction('echo', { value: forged })))).toContain('is not what was named');
  expect(await proxy.dispatchToAction('echo', { value: 'alive' })).toBe('alive');
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Memory that is in use, without what can be collected. */
function usedBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function statusOf(socket: WebSocket): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    socket.on('unexpected-response', (request, { statusCode }) => {
      request.destroy();
      resolve(statusCode);
    });
    socket.on('open', () => reject(new Error('It was let in')));
    socket.on('error', () => undefined);
  });
}
