import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { CapabilityCancelledError, WorkerCrashedError } from '../error/transient-errors.js';
import { builtRunner } from '../testing/built-runner.js';
import { probeWorker, transportKinds, type LocalKind } from '../testing/probe-worker.js';
import { waitUntil } from '../testing/tuned-manager.js';
import type { RemoteCapabilityProxy } from './remote-capability-proxy.js';
import type { WorkerSpec } from './worker-spec.js';

const built = await builtRunner('wire-probe');
const folder = mkdtempSync(join(tmpdir(), 'helve-stream-'));
const running: RemoteCapabilityProxy[] = [];
let files = 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(async () => {
  await Promise.all(running.splice(0).map((proxy) => proxy.terminate(0)));
});

async function started(kind: LocalKind = 'process', spec: Partial<WorkerSpec> = {}) {
  const proxy = probeWorker(built, kind, spec);
  running.push(proxy);
  await proxy.start();
  return proxy;
}

const newFile = () => join(folder, `${(files += 1)}`);
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function all(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

describe.each(transportKinds)('a stream over %s', (kind) => {
  test('gives every chunk in order, from execute, an action and a single value', async () => {
    const proxy = await started(kind);
    const wanted = Array.from({ length: 100 }, (_, at) => at + 1);
    expect(await all(proxy.executeStream({ to: 100 }))).toEqual(wanted);
    expect(await all(proxy.streamAction('count', { to: 100 }))).toEqual(wanted);
    expect(await all(proxy.streamAction('later', { value: 'one' }))).toEqual(['one']);
    expect(proxy.inFlight).toEqual([]);
  });

  test('never runs ahead of its consumer by more than the window', async () => {
    const proxy = await started(kind);
    const produced = newFile();
    const stream = proxy.stream({ op: 'executeStream', args: [{ to: 1000, produced }] });
    expect(await stream.next()).toEqual({ done: false, value: 1 });
    await waitUntil(
      () => stream.isWaitingForCredit,
      (waiting) => waiting,
    );
    await rest(50);
    expect(statSync(produced).size).toBeLessThanOrEqual(17);
    for (let at = 2; at <= 40; at += 1) expect(await stream.next()).toEqual({ done: false, value: at });
    await rest(50);
    expect(statSync(produced).size).toBeLessThanOrEqual(40 + 17);
    await stream.return();
  });

  test('is bounded by bytes too, and a chunk larger than the window passes alone', async () => {
    const proxy = await started(kind, { limits: { bytes: 10_000 } });
    const produced = newFile();
    const stream = proxy.stream({ op: 'executeStream', args: [{ to: 50, size: 4000, produced }] });
    await stream.next();
    await rest(100);
    // One was consumed, two fit the window, and one more was produced and waits.
    expect(statSync(produced).size).toBeLessThanOrEqual(4);
    await stream.return();
    expect(await all(proxy.executeStream({ to: 5, size: 50_000 }))).toHaveLength(5);
  });

  test('that its consumer leaves runs the finally of its generator before the loop goes on', async () => {
    const proxy = await started(kind);
    const marker = newFile();
    for await (const item of proxy.executeStream({ to: 1000, marker })) if (item === 3) break;
    expect(readFileSync(marker, 'utf8')).toBe('finally');
    const thrown = newFile();
    const stream = proxy.stream({ op: 'executeStream', args: [{ to: 1000, marker: thrown }] });
    await stream.next();
    await expect(stream.throw(new Error('mine'))).rejects.toThrow('mine');
    expect(existsSync(thrown)).toBe(true);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(proxy.inFlight).toEqual([]);
  });

  test('that fails late gives its chunks first and its error at the next pull, once', async () => {
    const proxy = await started(kind);
    const stream = proxy.stream({ op: 'executeStream', args: [{ to: 10, failAt: 4 }] });
    for (const value of [1, 2, 3]) expect(await stream.next()).toEqual({ done: false, value });
    await expect(stream.next()).rejects.toThrow('failed at 4');
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  test('that is cancelled fails as cancelled, and its worker goes on', async () => {
    const proxy = await started(kind);
    const stream = proxy.stream({ op: 'executeStream', args: [{ to: 1e9 }] });
    await stream.next();
    stream.cancel('enough');
    const left = all(stream);
    await expect(left).rejects.toBeInstanceOf(CapabilityCancelledError);
    expect(stream.outcome).toBe('cancelled');
    expect(await proxy.dispatchToAction('echo', { value: 1 })).toBe(1);
  });
});

describe('a stream from another process', () => {
  test('whose worker dies fails with a typed error, after the chunks that arrived', async () => {
    const proxy = await started();
    const stream = proxy.stream({ op: 'executeStream', args: [{ to: 1e9 }] });
    await stream.next();
    await rest(50);
    process.kill(proxy.pid ?? 0, 'SIGKILL');
    const items: unknown[] = [];
    const left = (async () => {
      for await (const item of stream) items.push(item);
    })();
    await expect(left).rejects.toBeInstanceOf(WorkerCrashedError);
    expect(items.length).toBeLessThanOrEqual(32);
  });

  test('of 100,000 chunks arrives in order, in memory that does not grow with it', { timeout: 60_000 }, async () => {
    const proxy = await started();
    let last = 0;
    for await (const item of proxy.executeStream({ to: 100_000 })) {
      if (item !== last + 1) throw new Error(`chunk ${String(item)} came after ${last}`);
      last += 1;
    }
    expect(last).toBe(100_000);
    expect((await proxy.stats()) as { inFlight: number }).toMatchObject({ inFlight: 0 });
  });

  test('shows chunks as they come, though the generator is busy between them', async () => {
    const proxy = await started();
    const stream = proxy.stream({ op: 'actionStream', action: 'busyCount', named: { to: 3, ms: 500 } });
    const began = performance.now();
    await stream.next();
    const first = performance.now() - began;
    await stream.next();
    await stream.next();
    expect(performance.now() - began - first).toBeGreaterThan(200);
    expect(await stream.next()).toMatchObject({ done: true });
  });
});
