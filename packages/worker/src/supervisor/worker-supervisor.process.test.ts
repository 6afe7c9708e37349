import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@helve/core';
import { expect, onTestFinished, test } from 'vitest';
import { isLongRun } from '../../../../test/long-runs.js';
import type { WorkerEvent } from '../event/worker-event.js';
import type { CapabilityManager } from '../manager/capability-manager.js';
import { createMemoryJournalStore } from '../memory/memory-journal-store.js';
import { isAlive } from '../testing/is-alive.js';
import { tunedManager, waitUntil } from '../testing/tuned-manager.js';

const quick = { baseMs: 1, capMs: 5, maxExits: 1000 };

test('kill -9 of a worker mid call is a typed error, and later calls find a new process', async () => {
  const { manager, manifest } = await tunedManager();
  const { pid } = await manager.load(manifest, { restart: quick });
  const call = manager.call('tuned', { action: 'hold' }, { callId: 'c-1' });
  await waitUntil(
    () => manager.instances()[0]?.workerState,
    (state) => state === 'busy',
  );
  process.kill(Number(pid), 'SIGKILL');
  await expect(call).rejects.toMatchObject({
    code: 'WORKER_CRASHED',
    callId: 'c-1',
    signal: 'SIGKILL',
    possibleOom: true,
    retriable: false,
    capabilityName: 'tuned',
  });
  const next = await manager.call('tuned', { action: 'pid' });
  expect(next).not.toBe(pid);
  expect(manager.instances()[0]).toMatchObject({ pid: next, restarts: 1, state: 'running' });
});

test('a crash tells exit code and the last lines of stderr', async () => {
  const { manager, manifest } = await tunedManager();
  await manager.load(manifest, { restart: quick });
  const error: unknown = await manager
    .call('tuned', { action: 'die', args: { code: 7 } })
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'WORKER_CRASHED',
    exitCode: 7,
    lastStderr: expect.stringContaining('last words') as string,
  });
});

test('a call is sent again after a crash only if it is idempotent: same id, second attempt, once', async () => {
  const { manager, manifest, folder, lines } = await tunedManager();
  await manager.load(manifest, { restart: quick });
  const events = manager.events({ types: ['retry_started'] });
  const facts: unknown[] = [];
  const dieOnce = (file: string, idempotent: boolean) =>
    manager.call(
      'tuned',
      { action: 'dieOnce', args: { file: join(folder, file) } },
      { idempotent, callId: file, onEnd: (end) => facts.push(end) },
    );
  expect(await dieOnce('yes', true)).toBe(2);
  await expect(dieOnce('no', false)).rejects.toMatchObject({ code: 'WORKER_CRASHED', retriable: false });
  expect(await lines('no')).toEqual(['.']);
  expect((await events.next()).value).toMatchObject({ callId: 'yes', attempt: 2, because: 'WORKER_CRASHED' });
  expect(facts).toMatchObject([
    { callId: 'yes', attempts: 2 },
    { callId: 'no', attempts: 1 },
  ]);
  const die = manager.call('tuned', { action: 'die', args: { file: join(folder, 'twice') } }, { idempotent: true });
  await expect(die).rejects.toMatchObject({ code: 'WORKER_CRASHED', retriable: true });
  expect(await lines('twice')).toEqual(['..']);
});

test('a stream is sent again only while no chunk has reached its consumer', async () => {
  const { manager, manifest, folder, lines } = await tunedManager();
  await manager.load(manifest, { restart: quick });
  const run = async (dieAt: number, file: string) => {
    const chunks: unknown[] = [];
    const args = { to: 3, dieAt, file: join(folder, file), pauseMs: 20 };
    const stream = manager.stream('tuned', { action: 'stream', args }, { idempotent: true });
    const error = await (async () => {
      for await (const chunk of stream) chunks.push(chunk);
    })().catch((thrown: unknown) => thrown);
    return { chunks, error };
  };
  expect(await run(1, 'early')).toEqual({ chunks: [1, 2, 3], error: undefined });
  const late = await run(3, 'late');
  expect(late.chunks).toEqual([1, 2]);
  expect(late.error).toMatchObject({ code: 'WORKER_CRASHED' });
  expect(await lines('early')).toEqual(['..']);
  expect(await lines('late')).toEqual(['.']);
});

test('a worker that dies on each call is given up until reload', async () => {
  const { manager, manifest } = await tunedManager();
  await manager.load(manifest, { restart: { baseMs: 1, maxExits: 3 } });
  for (let round = 0; round < 3; round += 1) {
    await expect(manager.call('tuned', { action: 'die' })).rejects.toMatchObject({ code: 'WORKER_CRASHED' });
  }
  await expect(manager.call('tuned', { action: 'pid' })).rejects.toMatchObject({
    code: 'CRASH_LOOP',
    crashes: 3,
    windowMs: 180_000,
  });
  expect(manager.instances()[0]).toMatchObject({ state: 'crash_looping', workerState: 'dead', pid: undefined });
  await expect(manager.stream('tuned', { action: 'stream' }).next()).rejects.toMatchObject({ code: 'CRASH_LOOP' });
  const { pid } = await manager.reload('tuned');
  expect(await manager.call('tuned', { action: 'pid' })).toBe(pid);
});

test('a worker that was given up is tried again when the window of its exits is over', async () => {
  let skewMs = 0;
  const clock = { ...systemClock, now: () => performance.now() + skewMs };
  const { manager, manifest } = await tunedManager({ clock });
  await manager.load(manifest, { restart: { baseMs: 1, maxExits: 1 } });
  const die = () => expect(manager.call('tuned', { action: 'die' })).rejects.toMatchObject({ code: 'WORKER_CRASHED' });
  await die();
  await expect(manager.call('tuned', { action: 'pid' })).rejects.toMatchObject({ code: 'CRASH_LOOP' });
  manager.instance('tuned').commit({ mode: 'deadly' });
  skewMs = 180_001;
  await expect(manager.call('tuned', { action: 'pid' })).rejects.toMatchObject({ code: 'WORKER_CRASHED' });
  await expect(manager.call('tuned', { action: 'pid' })).rejects.toMatchObject({ code: 'CRASH_LOOP', crashes: 1 });
  manager.instance('tuned').commit({ mode: 'calm' });
  skewMs = 360_002;
  expect(await manager.call('tuned', { action: 'pid' })).toBe(manager.instances()[0]?.pid);
});

test('a worker that cannot start any more is given up, and whoever waits is told why', async () => {
  const { manager, manifest } = await tunedManager();
  const { pid } = await manager.load(manifest, { restart: { baseMs: 1, maxExits: 3 } });
  manager.instance('tuned').commit({ mode: 'deadly' });
  process.kill(Number(pid), 'SIGKILL');
  await waitUntil(
    () => manager.instances()[0]?.state,
    (state) => state === 'restarting',
  );
  const call = manager.call('tuned', { action: 'pid' });
  await expect(call).rejects.toMatchObject({ code: 'CRASH_LOOP', crashes: 3 });
  await expect(call).rejects.toThrow('exit code 3');
});

test('calls during the wait for a new worker are answered by it, or time out as they ask', async () => {
  const { manager, manifest } = await tunedManager();
  const { pid } = await manager.load(manifest, { restart: { baseMs: 2000, jitter: 0 }, limits: { maxConcurrent: 4 } });
  process.kill(Number(pid), 'SIGKILL');
  await waitUntil(
    () => manager.instances()[0]?.state,
    (state) => state === 'restarting',
  );
  const patient = manager.call('tuned', { action: 'pid' });
  const hasty = manager.call('tuned', { action: 'pid' }, { timeouts: { queueMs: 30 } });
  const hastier = manager.call('tuned', { action: 'pid' }, { timeouts: { startMs: 20 } });
  await Promise.all([
    expect(hasty).rejects.toMatchObject({ code: 'TIMEOUT', which: 'queue', timeoutSeconds: 0.03 }),
    expect(hastier).rejects.toMatchObject({ code: 'TIMEOUT', which: 'start' }),
  ]);
  expect(await patient).toBe(manager.instances()[0]?.pid);
});

test('a worker that does not heed a cancel is ended; its other calls fail as collateral, and a new one comes', async () => {
  const journal = createMemoryJournalStore();
  const { manager, manifest } = await tunedManager({ stores: { journal } });
  const { pid } = await manager.load(manifest, {
    graceMs: 100,
    limits: { maxConcurrent: 3 },
    restart: { baseMs: 60_000 },
  });
  const events = manager.events({ types: ['cancel_phase_changed'] });
  const stop = new AbortController();
  const deaf = manager.call('tuned', { action: 'hold', args: { deaf: true } }, { callId: 'deaf', signal: stop.signal });
  const other = manager.call('tuned', { action: 'hold' }, { callId: 'other' });
  // The worker has started both when it answers a third one.
  await manager.call('tuned', { action: 'pid' });
  stop.abort('enough');
  await expect(deaf).rejects.toMatchObject({ code: 'CANCELLED', reason: 'enough' });
  await expect(other).rejects.toMatchObject({ code: 'WORKER_CRASHED', collateralOf: 'deaf', possibleOom: false });
  expect(isAlive(Number(pid))).toBe(false);
  expect(await manager.call('tuned', { action: 'pid' })).not.toBe(pid);
  const phases: string[] = [];
  for (let at = 0; at < 4; at += 1) phases.push(((await events.next()).value as WorkerEvent & { phase: string }).phase);
  expect(phases).toEqual(['cooperative', 'force', 'reloading', 'completed']);
  const rows = await journal.read({ kinds: ['cancel-phase'], callId: 'deaf' });
  expect(rows.map(({ facts }) => facts['phase'])).toEqual(phases);
});

test('a cancel that is heeded ends one call and leaves the others alone', async () => {
  const { manager, manifest } = await tunedManager();
  // With such a grace period only the tool itself ends the call.
  const { pid } = await manager.load(manifest, { graceMs: 600_000, limits: { maxConcurrent: 3 } });
  const stop = new AbortController();
  const cancelled = manager.call('tuned', { action: 'hold' }, { signal: stop.signal });
  const other = manager.call('tuned', { action: 'hold', args: { ms: 200 } });
  // The worker has started both when it answers a third one.
  await manager.call('tuned', { action: 'pid' });
  stop.abort();
  await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(await other).toBe('held');
  expect(manager.instances()[0]?.pid).toBe(pid);
});

test('a cancel before the turn of a call keeps it from running', async () => {
  const { manager, manifest, folder, lines } = await tunedManager();
  await manager.load(manifest, { config: { trace: join(folder, 'trace') } });
  const first = manager.call('tuned', { action: 'hold', args: { ms: 100 } });
  const stop = new AbortController();
  const second = manager.call('tuned', { action: 'note', args: { text: 'ran' } }, { signal: stop.signal });
  stop.abort('never mind');
  await expect(second).rejects.toMatchObject({ code: 'CANCELLED', reason: 'never mind' });
  await first;
  expect(await lines('trace')).not.toContain('ran');
});

test('totalMs and idleMs end a call that takes too long or says nothing', async () => {
  const { manager, manifest } = await tunedManager();
  await manager.load(manifest, { graceMs: 100, restart: quick });
  const hold = (timeouts: object, args: Readonly<Record<string, unknown>> = {}) =>
    manager.call('tuned', { action: 'hold', args }, { timeouts });
  await expect(hold({ totalMs: 60 })).rejects.toMatchObject({ code: 'TIMEOUT', which: 'total', timeoutSeconds: 0.06 });
  await expect(hold({ idleMs: 60 })).rejects.toMatchObject({ code: 'TIMEOUT', which: 'idle' });
  await expect(hold({ totalMs: 60 }, { deaf: true })).rejects.toMatchObject({ code: 'TIMEOUT', which: 'total' });
  expect(await hold({ totalMs: 15_000, idleMs: 15_000 }, { ms: 20 })).toBe('held');
});

test('idleMs does not count while a stream waits for its consumer', async () => {
  const { manager, manifest } = await tunedManager();
  await manager.load(manifest);
  const stream = manager.stream('tuned', { action: 'stream', args: { to: 40 } }, { timeouts: { idleMs: 1000 } });
  const first = await stream.next();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  let count = 1;
  for await (const _ of stream) count += 1;
  expect(first.value).toBe(1);
  expect(count).toBe(40);
});

test('initialize that takes long and says so loads, and one that is silent times out cleanly', async () => {
  const { manager, manifest } = await tunedManager();
  const timeouts = { startMs: 2500 };
  const info = await manager.load(manifest, { id: 'slow', config: { mode: 'slow', size: 3500 }, timeouts });
  expect(info.state).toBe('running');
  const mute = manager.load(manifest, { id: 'mute', config: { mode: 'mute', size: 60_000 }, timeouts });
  await expect(mute).rejects.toMatchObject({ code: 'TIMEOUT', which: 'start' });
  expect(manager.instances().map(({ id }) => id)).toEqual(['slow']);
});

/** Waits for the next heartbeat: a worker that never sent one is not judged. */
function heardFrom(manager: CapabilityManager, thread: 'main' | 'control'): Promise<void> {
  return new Promise((resolve) => {
    const onHeartbeat = ({ from }: { readonly from: string }) => from === thread && resolve();
    manager.instance('tuned').supervisor.proxy?.observe({ onHeartbeat });
  });
}

test('a worker that stands still is found out and replaced', async () => {
  const { manager, manifest } = await tunedManager();
  const health = { unresponsiveAfterMs: 1000, frozenAfterMs: 2000 };
  const { pid } = await manager.load(manifest, { health, restart: quick, wire: { heartbeatMs: 50 } });
  await heardFrom(manager, 'control');
  const call = manager.call('tuned', { action: 'hold' });
  await waitUntil(
    () => manager.instances()[0]?.workerState,
    (state) => state === 'busy',
  );
  process.kill(Number(pid), 'SIGSTOP');
  await expect(call).rejects.toMatchObject({ code: 'WORKER_CRASHED', signal: 'SIGKILL' });
  expect(await manager.call('tuned', { action: 'pid' })).not.toBe(pid);
});

test('a main thread that is busy makes a worker unresponsive, not dead', async () => {
  const { manager, manifest } = await tunedManager();
  const health = { unresponsiveAfterMs: 800, frozenAfterMs: 20_000 };
  const { pid } = await manager.load(manifest, { health, wire: { heartbeatMs: 40 } });
  const events = manager.events({ types: ['worker_state_changed'] });
  await heardFrom(manager, 'main');
  await manager.call('tuned', { action: 'block', args: { ms: 2000 } });
  await waitUntil(
    () => manager.instances()[0]?.workerState,
    (state) => state === 'ready',
  );
  await manager.close();
  const states: string[] = [];
  for await (const event of events) if (event.type === 'worker_state_changed') states.push(event.to);
  expect(states.slice(0, 4)).toEqual(['busy', 'unresponsive', 'ready', 'dead']);
  expect(isAlive(Number(pid))).toBe(false);
});

test('calls that follow each other are one busy time, and a worker without calls is ready at once', async () => {
  const { manager, manifest } = await tunedManager();
  await manager.load(manifest);
  const events = manager.events({ types: ['worker_state_changed'] });
  for (let call = 0; call < 3; call += 1) await manager.call('tuned', { action: 'pid' });
  expect(manager.instances()[0]?.workerState).toBe('ready');
  await new Promise((resolve) => setTimeout(resolve, 20));
  await manager.call('tuned', { action: 'pid' });
  await manager.close();
  const states: string[] = [];
  for await (const event of events) if (event.type === 'worker_state_changed') states.push(event.to);
  expect(states.slice(0, 3)).toEqual(['busy', 'ready', 'busy']);
});

test('a call that waits for a worker heeds its cancel and its whole time at once', async () => {
  const { manager, manifest } = await tunedManager();
  const { pid } = await manager.load(manifest, { restart: { baseMs: 60_000 }, limits: { maxConcurrent: 2 } });
  process.kill(Number(pid), 'SIGKILL');
  await waitUntil(
    () => manager.instances()[0]?.state,
    (state) => state === 'restarting',
  );
  const stop = new AbortController();
  const calls = [
    manager.call('tuned', { action: 'pid' }, { signal: stop.signal, callId: 'c' }),
    manager.call('tuned', { action: 'pid' }, { timeouts: { totalMs: 40 } }),
    manager.call('tuned', { action: 'pid' }, { timeouts: { totalMs: 20 } }),
  ];
  setTimeout(() => stop.abort('enough'), 50);
  await Promise.all([
    expect(calls[0]).rejects.toMatchObject({ code: 'CANCELLED', reason: 'enough', callId: 'c' }),
    expect(calls[1]).rejects.toMatchObject({ code: 'TIMEOUT', which: 'total', timeoutSeconds: 0.04 }),
    expect(calls[2]).rejects.toMatchObject({ code: 'TIMEOUT', which: 'total' }),
  ]);
  expect(manager.instances()[0]).toMatchObject({ inFlight: 0, queued: 0, state: 'restarting' });
});

test('a worker that dies in initialize, or is gone before it says hello, is a typed error that leaves nothing', async () => {
  const { manager, manifest } = await tunedManager();
  const gone = { ...manifest, install: { execPath: '/bin/false' } };
  await expect(manager.load(gone)).rejects.toMatchObject({ code: 'WORKER_CRASHED', exitCode: 1 });
  const absent = { ...manifest, install: { execPath: '/no/such/node' } };
  await expect(manager.load(absent)).rejects.toMatchObject({ category: 'user_input' });
  const noModule = { ...manifest, code: { ...manifest.code, module: '/no/such/module.js' } };
  await expect(manager.load(noModule)).rejects.toThrow('/no/such/module.js');
  expect(manager.instances()).toEqual([]);
});

test('unload answers every call that waits or runs', async () => {
  const { manager, manifest } = await tunedManager();
  await manager.load(manifest, { graceMs: 50 });
  const calls = [1, 2, 3].map(() => manager.call('tuned', { action: 'hold', args: { deaf: true } }));
  const stream = manager.stream('tuned', { action: 'stream' }).next();
  const answers = Promise.allSettled([...calls, stream]);
  await waitUntil(
    () => manager.instances()[0]?.workerState,
    (state) => state === 'busy',
  );
  await manager.unload('tuned');
  const codes = (await answers).map((answer) =>
    answer.status === 'rejected' ? (answer.reason as { code: string }).code : '',
  );
  expect(codes).toEqual(['WORKER_CRASHED', 'NOT_LOADED', 'NOT_LOADED', 'NOT_LOADED']);
});

test('crashes, one after another, leave no process, descriptor or file behind', async () => {
  const place = await mkdtemp(join(tmpdir(), 'helve-crash-'));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  const directories = { dataDir: join(place, 'data') };
  const hostEnv = { PATH: '/usr/bin:/bin', TMPDIR: place };
  const before = await openFiles();
  const { manager, manifest } = await tunedManager({ runDir: join(place, 'run'), hostEnv, directories });
  await manager.load(manifest, { restart: quick });
  const pids = new Set<number>();
  const rounds = isLongRun ? 100 : 20;
  for (let round = 0; round < rounds; round += 1) {
    pids.add(Number(await manager.call('tuned', { action: 'pid' })));
    await expect(manager.call('tuned', { action: 'die' })).rejects.toMatchObject({ code: 'WORKER_CRASHED' });
  }
  await manager.close();
  expect(pids.size).toBe(rounds);
  expect([...pids].filter(isAlive)).toEqual([]);
  expect(await openFiles()).toBeLessThanOrEqual(before + 2);
  expect((await readdir(place)).toSorted()).toEqual(['data', 'run']);
  expect(await readdir(join(place, 'run'))).toEqual([]);
}, 120_000);

async function openFiles(): Promise<number> {
  return process.platform === 'linux' ? (await readdir('/proc/self/fd')).length : 0;
}

test.each(['SIGSEGV', 'SIGABRT', 'SIGTERM'])(
  'a worker that dies of %s is a typed error, and the next call works',
  async (name) => {
    const { manager, manifest } = await tunedManager();
    const { pid } = await manager.load(manifest, { restart: quick });
    const died = manager.call('tuned', { action: 'signal', args: { name } });
    await expect(died).rejects.toMatchObject({ code: 'WORKER_CRASHED', signal: name, possibleOom: false });
    const next = await manager.call('tuned', { action: 'pid' });
    expect([typeof next, next === pid]).toEqual(['number', false]);
  },
);

test('a process that a worker left behind goes with it, whether the worker crashed or was unloaded', async () => {
  const { manager, manifest } = await tunedManager();
  await manager.load(manifest, { restart: quick });
  const first = Number(await manager.call('tuned', { action: 'leaveChild' }));
  expect(isAlive(first)).toBe(true);
  await expect(manager.call('tuned', { action: 'die' })).rejects.toMatchObject({ code: 'WORKER_CRASHED' });
  const second = Number(await manager.call('tuned', { action: 'leaveChild' }));
  await manager.unload('tuned');
  await waitUntil(
    () => [first, second].filter(isAlive),
    (alive) => alive.length === 0,
  );
});
