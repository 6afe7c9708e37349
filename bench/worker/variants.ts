import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import {
  pythonCommand,
  type CapabilityManager,
  type CapabilityManifest,
  type RemoteCapabilityProxy,
  type TransportSpec,
  type WorkerSpec,
} from '@helve/worker/host';
import type { Variants } from '../kit/run-variants.js';

const CALLS = 5000;
/** Each waits for a disk several times. */
const JOBS = 250;
const IN_FLIGHT = 64;
const CHUNKS = 100_000;
const GRACE_MS = 300;
const payload = { text: 'hello world', n: 5 };

type Call = () => Promise<unknown>;

/** Variants to measure, each in a process of its own. */
export const workerVariants: Variants = {
  'raw fork: p50': () => withChild((call) => quantile(call, 0.5)),
  'proxy, process: p50': () => withProxy('process', (call) => quantile(call, 0.5)),
  'proxy, thread: p50': () => withProxy('thread', (call) => quantile(call, 0.5)),
  'raw fork: p95': () => withChild((call) => quantile(call, 0.95)),
  'proxy, process: p95': () => withProxy('process', (call) => quantile(call, 0.95)),

  'manager: p50': () => withManager({}, (manager) => quantile(() => manager.call('echo', request), 0.5)),
  'queue, durable journal: p50': () => inQueue((call) => quantile(call, 0.5, JOBS)),
  'governed line: p50': () => withManager({}, async (manager) => quantile(await governed(manager), 0.5)),

  'raw pipe, Python: p50': () => withPythonChild((call) => quantile(call, 0.5)),
  'proxy, Python: p50': () => withProxy('python', (call) => quantile(call, 0.5)),

  'one worker: 20 ms of I/O': () => withPool(1),
  'pool of 4: 20 ms of I/O': () => withPool(4),

  'raw fork: 64 in flight': () => withChild(inFlight),
  'proxy, process: 64 in flight': () => withProxy('process', inFlight),

  'raw fork: stream': () => withChild((_, child) => rawStream(child)),
  'raw fork: stream, 16 in flight': () => withChild((_, child) => rawStream(child, 16)),
  'proxy, process: stream': () => withProxy('process', (_, proxy) => streamed(proxy)),
  'proxy, process: stream, memory': () => withProxy('process', (_, proxy) => streamMemory(proxy)),

  'raw fork: first reply': async () => {
    const began = performance.now();
    const child = forkEcho();
    child.send(payload);
    await once(child, 'message');
    child.kill('SIGKILL');
    return performance.now() - began;
  },
  'proxy, process: load to ready': async () => {
    const { RemoteCapabilityProxy } = await import('@helve/worker/host');
    const began = performance.now();
    const proxy = new RemoteCapabilityProxy(specOf('process'));
    await proxy.start();
    const took = performance.now() - began;
    await proxy.terminate(0);
    return took;
  },

  'cancel seen in a busy loop': () => withProxy('process', (_, proxy) => lateCancel(proxy, 'spin')),
  'cancel seen by a call that waits': () => withProxy('process', (_, proxy) => lateCancel(proxy, 'wait')),
  'forced cancel: dead': () => withManager({}, async (manager) => (await forced(manager)).deadMs),
  'forced cancel: longest stall of the host': () => withManager({}, async (manager) => (await forced(manager)).stallMs),
  'host killed, worker idle: gone': () => orphaned('idle'),
  'host killed, worker in a busy loop: gone': () => orphaned('block'),
  'host killed, worker with a child: both gone': () => orphaned('fork'),
  'host killed, worker with a full stdout: gone': () => orphaned('flood'),
};

function forkEcho(): ChildProcess {
  return fork(join('bench', 'worker', 'echo-child.mjs'));
}

/** A child in Python that reads and writes lines, asked one after the other. */
async function withPythonChild(measure: (call: Call) => Promise<number>): Promise<number> {
  const child = spawn('python3', [join('bench', 'worker', 'echo_child.py')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting: ((message: unknown) => void)[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => waiting.shift()?.(JSON.parse(line)));
  const call = () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      child.stdin.write(`${JSON.stringify(payload)}\n`);
    });
  const figure = await measure(call);
  child.kill('SIGKILL');
  return figure;
}

/** Milliseconds per call that only waits, with as many workers as this. */
async function withPool(size: number): Promise<number> {
  const { CapabilityManager } = await import('@helve/worker/host');
  const manager = new CapabilityManager();
  await manager.load(manifest, { instances: size, admission: 'open' });
  const request = { action: 'sleep', args: { ms: 20 } };
  const all = (calls: number) => Promise.all(Array.from({ length: calls }, () => manager.call('echo', request)));
  await all(2 * size);
  const began = performance.now();
  await all(200);
  const took = performance.now() - began;
  await manager.close();
  return took / 200;
}

function specOf(kind: 'process' | 'thread' | 'python'): WorkerSpec {
  if (kind === 'python') {
    const module = join(process.cwd(), 'bench', 'worker', 'echo_capability.py');
    const env = { PATH: process.env['PATH'] ?? '' };
    const transport: TransportSpec = { kind: 'ndjson', command: pythonCommand('python3', 'serve'), env };
    return { instanceId: 'echo', transport, capability: { module, export: 'EchoCapability' } };
  }
  const transport: TransportSpec = { kind };
  const module = join(process.cwd(), 'bench', 'worker', 'echo-capability.mjs');
  return { instanceId: 'echo', transport, capability: { module, export: 'EchoCapability' } };
}

async function withChild(measure: (call: Call, child: ChildProcess) => Promise<number>): Promise<number> {
  const child = forkEcho();
  const waiting: ((message: unknown) => void)[] = [];
  child.on('message', (message) => waiting.shift()?.(message));
  const call = () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      child.send(payload);
    });
  const figure = await measure(call, child);
  child.kill('SIGKILL');
  return figure;
}

async function withProxy(
  kind: 'process' | 'thread' | 'python',
  measure: (call: Call, proxy: RemoteCapabilityProxy) => Promise<number>,
): Promise<number> {
  const { RemoteCapabilityProxy } = await import('@helve/worker/host');
  const proxy = new RemoteCapabilityProxy(specOf(kind));
  await proxy.start();
  const figure = await measure(() => proxy.dispatchToAction('echo', { value: payload }), proxy);
  await proxy.terminate(0);
  return figure;
}

/** Microseconds of one round trip, one after the other, once twice as many have warmed everything up. */
async function quantile(call: Call, share: number, calls = CALLS): Promise<number> {
  for (let at = 0; at < 2 * calls; at += 1) await call();
  const times: number[] = [];
  for (let at = 0; at < calls; at += 1) {
    const began = performance.now();
    await call();
    times.push((performance.now() - began) * 1000);
  }
  return times.sort((a, b) => a - b)[Math.floor(calls * share)] ?? NaN;
}

/** Microseconds per call with 64 calls under way at any time. */
async function inFlight(call: Call): Promise<number> {
  const lane = async (calls: number) => {
    for (let at = 0; at < calls; at += 1) await call();
  };
  const all = (calls: number) => Promise.all(Array.from({ length: IN_FLIGHT }, () => lane(calls)));
  await all(200);
  const began = performance.now();
  await all(1000);
  return ((performance.now() - began) * 1000) / (IN_FLIGHT * 1000);
}

/** Messages as fast as they come or, with a window, as fast as half of it is answered for. */
async function rawStream(child: ChildProcess, window?: number): Promise<number> {
  const ackEvery = window === undefined ? Infinity : window / 2;
  const receive = (chunks: number) =>
    new Promise<void>((resolve) => {
      let received = 0;
      child.removeAllListeners('message');
      child.on('message', () => {
        received += 1;
        if (received % ackEvery === 0) child.send({ ack: ackEvery });
        if (received === chunks) resolve();
      });
      child.send({ stream: chunks, text: payload.text, window });
    });
  return perChunk(receive);
}

function streamed(proxy: RemoteCapabilityProxy): Promise<number> {
  return perChunk((chunks) => drain(proxy, chunks));
}

async function drain(proxy: RemoteCapabilityProxy, chunks: number): Promise<void> {
  let received = 0;
  for await (const _ of proxy.executeStream({ to: chunks, text: payload.text })) received += 1;
  if (received !== chunks) throw new Error(`Cannot measure the stream: ${received} of ${chunks} chunks came`);
}

/** Microseconds per chunk of a long stream, after a short one. */
async function perChunk(receive: (chunks: number) => Promise<void>): Promise<number> {
  await receive(CHUNKS / 10);
  const began = performance.now();
  await receive(CHUNKS);
  return ((performance.now() - began) * 1000) / CHUNKS;
}

/** Mebibytes that stay in use after a long stream, more than after a short one. */
async function streamMemory(proxy: RemoteCapabilityProxy): Promise<number> {
  const used = () => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  };
  await drain(proxy, CHUNKS / 10);
  const before = used();
  await drain(proxy, CHUNKS);
  // Never nothing: a report divides by it.
  return Math.max(2 ** 10, used() - before) / 2 ** 20;
}

/** Milliseconds until a call that only asks `checkCancel` has ended, the 95th of a hundred. */
async function lateCancel(proxy: RemoteCapabilityProxy, action: 'spin' | 'wait'): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < 100; at += 1) {
    const call = proxy.call({ op: 'action', action });
    await new Promise((resolve) => setTimeout(resolve, 5));
    const began = performance.now();
    call.cancel();
    await call.result.catch(() => undefined);
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[94] ?? NaN;
}

/** What it costs to end a worker that does not listen, from the cancel to the first call that the next one answers. */
async function forced(manager: CapabilityManager): Promise<{ deadMs: number; stallMs: number }> {
  const stop = new AbortController();
  const call = manager.call('echo', { action: 'block' }, { signal: stop.signal }).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const began = performance.now();
  stop.abort('enough');
  await call;
  const deadMs = performance.now() - began - GRACE_MS;
  await manager.call('echo', request);
  delay.disable();
  // The histogram counts the millisecond between two looks, too.
  return { deadMs, stallMs: Math.max(0, delay.max / 1e6 - 1) };
}

/** Milliseconds that a worker, and what it has started, outlives its host. */
async function orphaned(action: 'idle' | 'block' | 'fork' | 'flood'): Promise<number> {
  const host = fork(join('bench', 'worker', 'doomed-host.mjs'), [action]);
  const [pids] = (await once(host, 'message')) as [number[]];
  // A host that does not read any more: the pipe fills up.
  if (action === 'flood') host.kill('SIGSTOP');
  await new Promise((resolve) => setTimeout(resolve, 200));
  if (!pids.every(isRunning)) throw new Error(`Cannot measure: of ${pids.join(', ')} some have ended already`);
  const began = performance.now();
  host.kill('SIGKILL');
  while (pids.some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 1));
  return performance.now() - began;
}

/** A process that only waits for somebody to notice its end does not run. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

const request = { action: 'echo', args: { value: payload } };

const manifest: CapabilityManifest = {
  format: 'helve.capability/1',
  code: {
    name: 'echo',
    version: '1.0.0',
    description: 'Gives back what it is given',
    runtime: 'node',
    module: join(process.cwd(), 'bench', 'worker', 'echo-capability.mjs'),
    export: 'EchoCapability',
    actions: [
      {
        name: 'echo',
        input: { type: 'object', properties: { value: { type: 'object' } }, required: ['value'] },
        policy: { sideEffects: 'none', idempotent: true },
      },
    ],
  },
};

async function withManager(
  stores: NonNullable<ConstructorParameters<typeof CapabilityManager>[0]>['stores'] & object,
  measure: (manager: CapabilityManager) => Promise<number>,
): Promise<number> {
  const { CapabilityManager } = await import('@helve/worker/host');
  const manager = new CapabilityManager({ stores });
  await manager.load(manifest, { graceMs: GRACE_MS, admission: 'open' });
  const figure = await measure(manager);
  await manager.close();
  return figure;
}

/** Calls as jobs, each of whose steps is on disk before it is told. */
async function inQueue(measure: (call: Call) => Promise<number>): Promise<number> {
  const { JobQueue } = await import('@helve/worker/host');
  const { openSqliteStore } = await import('@helve/store');
  const folder = await mkdtemp(join(tmpdir(), 'helve-bench-'));
  const store = openSqliteStore({ path: join(folder, 'journal.db') });
  const figure = await withManager({ journal: store.journal }, (manager) => {
    const queue = new JobQueue(manager);
    return measure(async () => (await queue.submit({ instanceId: 'echo', ...request })).result);
  });
  await store.close();
  await rm(folder, { recursive: true });
  return figure;
}

/** A call of the action as a tool, through the rules of the standard preset. */
async function governed(manager: CapabilityManager): Promise<Call> {
  const [{ createCaller, ToolRegistry }, { govern }, { toolsFromCapability }] = await Promise.all([
    import('@helve/core'),
    import('@helve/govern'),
    import('@helve/worker/host'),
  ]);
  const registry = new ToolRegistry();
  for (const tool of toolsFromCapability(manifest, { manager })) registry.addValidated(tool);
  const trail = { append: async () => undefined };
  const rateLimit = { limit: 1e9, windowMs: 60_000 };
  const hooks = govern({ preset: 'standard', trail, rateLimit });
  const caller = createCaller({ tools: registry.seal(), hooks });
  const rawInput = { value: payload };
  return async () => {
    const answer = await caller.callTool({ tool: 'echo.echo', rawInput, user: { id: 'bench' } });
    if (!answer.ok) throw new Error(`Cannot measure the line: ${answer.error.message}`);
  };
}
