import { Secret } from '@helve/core';
import { afterEach, describe, expect, test } from 'vitest';
import { isLongRun } from '../../../../test/long-runs.js';
import { CapabilityFatalError, WorkerProtocolError } from '../error/fatal-errors.js';
import { CapabilityInputError } from '../error/input-errors.js';
import { CapabilityResourceError } from '../error/resource-errors.js';
import { CapabilityCancelledError, CapabilityTimeoutError, WorkerCrashedError } from '../error/transient-errors.js';
import { builtRunner } from '../testing/built-runner.js';
import { waitForExit } from '../testing/is-alive.js';
import { probeWorker, transportKinds, type LocalKind } from '../testing/probe-worker.js';
import type { Frame, LogParams } from '../wire/frame.js';
import type { RemoteCapabilityProxy } from './remote-capability-proxy.js';
import type { WorkerSpec } from './worker-spec.js';

const built = await builtRunner('wire-probe', 'slow-module');
const running: RemoteCapabilityProxy[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((proxy) => proxy.terminate(0)));
});

function make(kind: LocalKind = 'process', spec: Partial<WorkerSpec> = {}): RemoteCapabilityProxy {
  const proxy = probeWorker(built, kind, spec);
  running.push(proxy);
  return proxy;
}

async function started(kind: LocalKind = 'process', spec: Partial<WorkerSpec> = {}): Promise<RemoteCapabilityProxy> {
  const proxy = make(kind, spec);
  await proxy.start();
  return proxy;
}

function act(proxy: RemoteCapabilityProxy, action: string, named: Record<string, unknown> = {}) {
  return proxy.call({ op: 'action', action, named });
}

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe.each(transportKinds)('a proxy over %s', (kind) => {
  test('R1: the worker behind the proxy answers as the capability would, and its life shows', async () => {
    const proxy = make(kind);
    const states: string[] = [];
    proxy.observe({ onState: (state) => states.push(state) });
    expect(proxy.state).toBe('new');
    await proxy.start({ label: 'a' });
    expect({ name: proxy.name, version: proxy.version }).toEqual({ name: 'probe', version: '1.0.0' });
    expect(await proxy.getCurrentConfig()).toEqual({ label: 'a' });
    expect(await proxy.execute(1, 'two')).toEqual([1, 'two']);
    await proxy.stop();
    expect(states.slice(0, 3)).toEqual(['starting', 'ready', 'busy']);
    expect(states.at(-1)).toBe('dead');
    expect(proxy.exit).toMatchObject({ code: 0, expected: true });
  });

  test('R5: values that JSON lacks arrive as what they were, in both directions', async () => {
    const proxy = await started(kind);
    const value = {
      bytes: new Uint8Array([0, 255]),
      date: new Date(7),
      big: 2n ** 80n,
      map: new Map<unknown, unknown>([[{ a: 1 }, new Set([NaN, -0])]]),
      odd: { __wire__: 'date', data: 1 },
      list: [undefined, null, Infinity],
      floats: new Float32Array([0.5, 1.5]),
    };
    expect(await act(proxy, 'echo', { value }).result).toEqual(value);
  });

  test('R64: an error keeps its class, its fields and its cause', async () => {
    const proxy = await started(kind);
    const error = await errorOf(act(proxy, 'fail', { message: 'full' }).result);
    expect(error).toBeInstanceOf(CapabilityResourceError);
    expect(error).toMatchObject({
      message: 'full',
      instanceId: 'probe',
      resourceShortfall: { resource: 'disk_mb', needed: 2, available: 1 },
      cause: { name: 'TypeError', message: 'inner' },
    });
  });

  test('R47: of two calls only the one that is cancelled ends', async () => {
    const proxy = await started(kind);
    const [kept, ended] = [act(proxy, 'later', { value: 1 }), act(proxy, 'wait')];
    ended.cancel('enough');
    expect(await errorOf(ended.result)).toMatchObject({ callId: ended.id, reason: 'enough' });
    expect(ended.outcome).toBe('cancelled');
    expect(await kept.result).toBe(1);
    kept.cancel('too late');
    expect(kept.outcome).toBe('completed');
  });

  test('R42: an aborted signal cancels its call, also before the call began', async () => {
    const proxy = await started(kind);
    const abort = new AbortController();
    const call = proxy.call({ op: 'action', action: 'wait' }, { signal: abort.signal });
    abort.abort('gone');
    expect(await errorOf(call.result)).toMatchObject({ reason: 'gone' });
    const never = proxy.call({ op: 'action', action: 'wait' }, { signal: AbortSignal.abort('before') });
    expect(await errorOf(never.result)).toBeInstanceOf(CapabilityCancelledError);
  });

  test('R49: usage is the exact sum over calls, failed ones too', async () => {
    const proxy = await started(kind);
    let total = 0;
    proxy.observe({ onUsage: ({ delta }) => void (total += delta['tokens'] ?? 0) });
    const calls = [1, 2, 3, 4, 5].map((tokens) => act(proxy, 'spend', { tokens, fail: tokens === 3 }));
    await Promise.allSettled(calls.map(({ result }) => result));
    expect(total).toBe(15);
    expect(calls.map(({ usage }) => usage['tokens'])).toEqual([1, 2, 3, 4, 5]);
  });

  test('R48: progress is seen while the call runs, in its order', async () => {
    const proxy = await started(kind);
    const seen: number[] = [];
    const call = proxy.call(
      { op: 'action', action: 'advance', named: { steps: 3 } },
      { onProgress: ({ progress }) => seen.push(progress) },
    );
    expect(call.outcome).toBeUndefined();
    await call.result;
    expect(seen).toEqual([1 / 3, 2 / 3, 1]);
    expect(call.progress).toMatchObject({ message: 'step 3' });
  });

  test('a value that cannot travel fails its own call and no other', async () => {
    const proxy = await started(kind);
    const bad = act(proxy, 'echo', { value: () => 1 });
    expect(await errorOf(bad.result)).toBeInstanceOf(CapabilityInputError);
    expect(await act(proxy, 'echo', { value: 1 }).result).toBe(1);
  });

  test('a frame that is too large fails its own call and no other, whoever sends it', async () => {
    const proxy = await started(kind, { limits: { maxFrameBytes: 100_000 } });
    const tooMuch = await errorOf(act(proxy, 'echo', { value: 'x'.repeat(200_000) }).result);
    expect(tooMuch).toBeInstanceOf(CapabilityInputError);
    expect(await errorOf(act(proxy, 'big', { bytes: 200_000 }).result)).toBeInstanceOf(CapabilityFatalError);
    expect(await act(proxy, 'big', { bytes: 50_000 }).result).toHaveLength(50_000);
  });

  test('a call to a worker that is gone is refused at once', async () => {
    const proxy = await started(kind);
    await proxy.stop();
    expect(await errorOf(act(proxy, 'echo').result)).toBeInstanceOf(CapabilityFatalError);
  });
});

describe.each(['thread', 'process', 'ndjson'] as const)('a busy worker over %s', (kind) => {
  test('R44: a synchronous loop sees its cancel', async () => {
    const proxy = await started(kind);
    const call = act(proxy, 'spin');
    await new Promise((resolve) => setTimeout(resolve, 100));
    call.cancel('enough');
    expect(await errorOf(call.result)).toBeInstanceOf(CapabilityCancelledError);
    expect(await act(proxy, 'echo', { value: 1 }).result).toBe(1);
  });

  test('R44: no cancel is lost, however close it follows the one before in the same place', async () => {
    const proxy = await started(kind);
    for (let round = 0; round < 100; round += 1) {
      const call = act(proxy, 'spin');
      if (round % 2 === 0) await new Promise((resolve) => setTimeout(resolve, round % 7));
      call.cancel();
      expect(await errorOf(call.result)).toBeInstanceOf(CapabilityCancelledError);
    }
  });

  test('R47: a cancel does not reach a later call with the same id', async () => {
    const proxy = await started(kind);
    const options = { envelope: { callId: 'again' } };
    for (let round = 0; round < 20; round += 1) {
      const spun = proxy.call({ op: 'action', action: 'spin' }, options);
      spun.cancel();
      await errorOf(spun.result);
      expect(await proxy.call({ op: 'action', action: 'echo', named: { value: 1 } }, options).result).toBe(1);
    }
  });

  test('R50: a heartbeat goes on through a synchronous block', async () => {
    const proxy = await started(kind);
    const seen: string[] = [];
    const call = proxy.call(
      { op: 'action', action: 'beat', named: { ms: 2000, intervalMs: 50 } },
      { onProgress: ({ message }) => seen.push(message) },
    );
    await call.result;
    expect(seen.length).toBeGreaterThanOrEqual(3);
    expect(seen[0]).toBe('working (0.0s)');
  });

  test('what the tool prints never disturbs the protocol', async () => {
    const proxy = await started(kind);
    const lines: string[] = [];
    const logs: LogParams[] = [];
    proxy.observe({
      onOutput: ({ stream, text }) => lines.push(`${stream}: ${text}`),
      onLog: (log) => logs.push(log),
    });
    await act(proxy, 'print', { text: '{"jsonrpc":"2.0","id":"x","result":{}}' }).result;
    const said = act(proxy, 'say', { text: 'hello' });
    await said.result;
    expect(logs).toMatchObject([{ level: 'info', message: 'said hello', id: said.id }]);
    await proxy.stop();
    expect(lines.sort()).toEqual(
      ['stderr', 'stdout'].map((stream) => `${stream}: {"jsonrpc":"2.0","id":"x","result":{}}`),
    );
  });
});

describe.each(['process', 'ndjson'] as const)('a worker that dies over %s', (kind) => {
  test('gives the calls in flight a typed error with code, signal and the last lines of stderr', async () => {
    const proxy = await started(kind);
    const other = act(proxy, 'wait');
    await act(proxy, 'print', { text: 'last words' }).result;
    const call = act(proxy, 'leave', { code: 3 });
    const error = await errorOf(call.result);
    expect(error).toBeInstanceOf(WorkerCrashedError);
    expect(error).toMatchObject({ exitCode: 3, signal: null, callId: call.id, lastStderr: 'last words' });
    expect(await errorOf(other.result)).toMatchObject({ exitCode: 3, callId: other.id });
    expect(proxy.state).toBe('dead');
  });

  test('by a SIGKILL from outside may have run out of memory, and its grandchildren go with it', async () => {
    const proxy = await started(kind);
    const grandchild = (await act(proxy, 'fork').result) as number;
    const call = act(proxy, 'wait');
    process.kill(proxy.pid ?? 0, 'SIGKILL');
    expect(await errorOf(call.result)).toMatchObject({ signal: 'SIGKILL', possibleOom: true });
    await waitForExit([grandchild]);
  });

  test('by an error that nobody caught ends with code 70, after a fatal log', async () => {
    const proxy = await started(kind);
    const logs: LogParams[] = [];
    proxy.observe({ onLog: (log) => logs.push(log) });
    const call = act(proxy, 'wait');
    await act(proxy, 'throwLater').result;
    expect(await errorOf(call.result)).toMatchObject({ exitCode: 70 });
    expect(logs.at(-1)).toMatchObject({ level: 'fatal' });
    expect(proxy.exit?.lastStderr).toContain('nobody catches this');
  });

  test('by garbage on its main channel crashes, and the reason is a protocol error', async () => {
    for (const text of ['this is no frame', '{"a":1}', '{"jsonrpc":"2.0","method":"progress","params":{}}']) {
      const proxy = await started(kind);
      const error = await errorOf(act(proxy, 'garbage', { text }).result);
      expect(error).toBeInstanceOf(WorkerCrashedError);
      expect(error).toHaveProperty('cause', expect.any(WorkerProtocolError));
    }
  });

  test('by force takes other calls along as collateral, and the cancelled call is cancelled', async () => {
    const proxy = await started(kind);
    const [stuck, other] = [act(proxy, 'block'), act(proxy, 'echo')];
    stuck.cancel('enough');
    await proxy.terminate(100, stuck.id);
    expect(await errorOf(stuck.result)).toBeInstanceOf(CapabilityCancelledError);
    expect(await errorOf(other.result)).toMatchObject({ collateralOf: stuck.id });
    await waitForExit([proxy.pid ?? 0]);
  });
});

describe('the start of a worker', () => {
  test('a slow import and a slow initialize with heartbeats load, without them they time out and leave nothing', async () => {
    const capability = { module: built.module('slow-module'), export: 'SlowModule' };
    const alive = await started('process', { capability, startMs: 2500 });
    await alive.terminate(0);
    const silent = make('process', { startMs: 400 });
    const error = await errorOf(silent.start({ blockMs: 5000 }));
    expect(error).toBeInstanceOf(CapabilityTimeoutError);
    expect(error).toMatchObject({ which: 'start', timeoutSeconds: 0.4 });
    expect(silent.state).toBe('dead');
    await waitForExit([silent.pid ?? 0]);
    const beating = make('process', { startMs: 2500 });
    await beating.start({ blockMs: 3000, beat: true });
    expect(beating.state).toBe('ready');
  });

  test('an initialize that ends the worker says with what, and one that fails leaves no process', async () => {
    expect(await errorOf(make().start({ exit: 5 }))).toMatchObject({ exitCode: 5 });
    const failing = make();
    expect(await errorOf(failing.start({ fail: 'too small' }))).toBeInstanceOf(CapabilityResourceError);
    await waitForExit([failing.pid ?? 0]);
  });

  test('a module that is not there, a command that is not there, and another protocol are told apart', async () => {
    const lost = make('process', { capability: { module: '/nowhere.mjs', export: 'X' } });
    expect(await errorOf(lost.start())).toHaveProperty('message', expect.stringContaining('/nowhere.mjs'));
    const missing = make('process', { transport: { kind: 'ndjson', command: ['/no/such/command'] } });
    expect(await errorOf(missing.start())).toBeInstanceOf(CapabilityInputError);
    const script = `require('net').Socket({fd:3}).write('{"jsonrpc":"2.0","method":"hello","params":{"protocol":2,"capability":"x","version":"1","features":[],"actions":[]}}\\n');setInterval(()=>{},1e3)`;
    const newer = make('process', { transport: { kind: 'ndjson', command: [process.execPath, '-e', script] } });
    expect(await errorOf(newer.start())).toBeInstanceOf(WorkerProtocolError);
    await waitForExit([newer.pid ?? 0]);
  });

  test('a worker that closes its channel and lives on is ended', async () => {
    const hello = `{"jsonrpc":"2.0","method":"hello","params":{"protocol":1,"capability":"x","version":"1","features":[],"actions":[]}}`;
    const script = `const s = require('net').Socket({ fd: 3 }); s.end('${hello}\\n'); setInterval(() => {}, 1e3)`;
    const proxy = make('process', { transport: { kind: 'ndjson', command: [process.execPath, '-e', script] } });
    await proxy.connect();
    expect(await errorOf(act(proxy, 'echo').result)).toBeInstanceOf(WorkerCrashedError);
    await waitForExit([proxy.pid ?? 0]);
  });

  test('R15: the environment of a worker is fixed when it is spawned, and holds only what it was given', async () => {
    const env = { PROBE: 'first' };
    const first = await started('process', { transport: { kind: 'process', runner: built.runner, env } });
    env.PROBE = 'second';
    expect(await act(first, 'env', { name: 'PROBE' }).result).toBe('first');
    expect(await act(first, 'env', { name: 'PATH' }).result).toBeUndefined();
    const second = await started('process', { transport: { kind: 'process', runner: built.runner, env } });
    expect(await act(second, 'env', { name: 'PROBE' }).result).toBe('second');
    expect(second.pid).not.toBe(first.pid);
  });

  test('secrets come by the channel and show in no trace', async () => {
    const frames: Frame[] = [];
    const proxy = make('process', { secrets: { TOKEN: new Secret('canary-1234') } });
    proxy.observe({ onFrame: (frame) => frames.push(frame) });
    await proxy.start();
    expect(await act(proxy, 'env', { name: 'TOKEN' }).result).toBe('canary-1234');
    const [boot] = frames;
    expect(JSON.stringify(boot)).toContain('"boot"');
    expect(JSON.stringify(boot)).not.toContain('canary');
    expect(JSON.stringify(proxy.spec)).not.toContain('canary');
  });

  test('workers that come and go leave no process and no descriptor behind', { timeout: 120_000 }, async () => {
    const rounds = isLongRun ? 10 : 3;
    const pids: number[] = [];
    const before = descriptors();
    for (let round = 0; round < rounds; round += 1) {
      const proxies = Array.from({ length: 10 }, () => make());
      await Promise.all(proxies.map((proxy) => proxy.start()));
      pids.push(...proxies.map(({ pid }) => pid ?? 0));
      await Promise.all(proxies.map((proxy) => errorOf(act(proxy, 'leave', { code: 1 }).result)));
    }
    expect(new Set(pids).size).toBe(10 * rounds);
    await waitForExit(pids);
    expect(descriptors()).toBeLessThanOrEqual(before + 2);
  });
});

function descriptors(): number {
  const { getActiveResourcesInfo } = process;
  return getActiveResourcesInfo().filter((name) => /pipe|process/i.test(name)).length;
}
