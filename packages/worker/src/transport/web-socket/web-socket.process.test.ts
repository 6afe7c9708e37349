import { createServer } from 'node:http';
import { connect } from 'node:net';
import { Secret } from '@helve/core';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { CapabilityFatalError, WorkerProtocolError } from '../../error/fatal-errors.js';
import { CapabilityInputError } from '../../error/input-errors.js';
import { CapabilityTransientError, WorkerCrashedError } from '../../error/transient-errors.js';
import { RemoteCapabilityProxy } from '../../proxy/remote-capability-proxy.js';
import type { WorkerSpec } from '../../proxy/worker-spec.js';
import { builtRunner } from '../../testing/built-runner.js';
import { failureOf } from '../../testing/contract/contract-bench.js';
import { isAlive, waitForExit } from '../../testing/is-alive.js';
import { tunedManager, waitUntil } from '../../testing/tuned-manager.js';
import { serveWorkers, type ServeWorkersOptions } from './serve-workers.js';

const built = await builtRunner('wire-probe', 'tuned-capability');
const token = new Secret('a token that nobody guesses');

async function serve(options: Partial<ServeWorkersOptions> = {}) {
  const capability = { module: built.module('wire-probe'), export: 'WireProbe' };
  const worker = { transport: { kind: 'process', runner: built.runner }, capability } as const;
  const listener = await serveWorkers({ worker, token, ...options });
  onTestFinished(() => listener.close());
  return { listener, url: `ws://127.0.0.1:${listener.port}` };
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
  return { url: `ws://127.0.0.1:${at}`, cut: () => lines.forEach((line) => line.destroy()) };
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
  const worker = { transport: { kind: 'process' } } as const;
  expect(await failureOf(serveWorkers({ worker, token: new Secret('short') }))).toMatchObject({
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
  const { url } = await serve();
  const proxy = far(url, { secrets: { CANARY: new Secret('of the host') } });
  await proxy.start();
  expect(await proxy.dispatchToAction('env', { name: 'CANARY' })).toBe('of the host');
  expect(JSON.stringify(proxy.spec)).not.toContain(token.reveal());
});

test('a line that breaks is a typed error of each call, and the worker ends with it', async () => {
  const { listener } = await serve();
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
  const { listener, url } = await serve({ pingMs: 300 });
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token.reveal()}` }, autoPong: false });
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
  expect(error).toMatchObject({ cause: expect.any(WorkerProtocolError) as WorkerProtocolError });
});

test('nobody who listens is a transient error', async () => {
  const { listener, url } = await serve();
  await listener.close();
  expect(await failureOf(far(url).connect())).toBeInstanceOf(CapabilityTransientError);
});

test('a manager reaches a capability on another machine by the name of that machine, and again after the line broke', async () => {
  const capability = { module: built.module('tuned-capability'), export: 'TunedCapability' };
  const { listener } = await serve({ worker: { transport: { kind: 'process', runner: built.runner }, capability } });
  const line = await cable(listener.port);
  const { manager, manifest } = await tunedManager({ remotes: { shed: { url: line.url, token } } });
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
