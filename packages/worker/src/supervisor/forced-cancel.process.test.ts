import { expect, test } from 'vitest';
import { isAlive } from '../testing/is-alive.js';
import { tunedManager, waitUntil } from '../testing/tuned-manager.js';

const GRACE_MS = 300;

test('a forced cancel never holds up the host: its loop turns while a busy worker is ended', async () => {
  const { manager, manifest } = await tunedManager();
  const { pid } = await manager.load(manifest, { graceMs: GRACE_MS });
  const stop = new AbortController();
  let onProgress = () => {};
  const begun = new Promise<void>((resolve) => (onProgress = resolve));
  const options = { signal: stop.signal, onProgress };
  const call = manager.call('tuned', { action: 'block', args: { ms: 60_000 } }, options);
  await begun;
  // The bench measures the longest stall; a ladder that blocked the event loop would leave no turn at all.
  let turns = 0;
  const turning = setInterval(() => (turns += 1), 5);
  const began = performance.now();
  stop.abort('enough');
  await expect(call).rejects.toMatchObject({ code: 'CANCELLED', reason: 'enough' });
  const took = performance.now() - began;
  clearInterval(turning);
  const gone = !isAlive(Number(pid));
  await waitUntil(
    () => manager.instances()[0]?.state,
    (state) => state === 'running',
  );
  expect(gone).toBe(true);
  expect(took).toBeGreaterThanOrEqual(GRACE_MS - 1);
  expect(turns).toBeGreaterThan(2);
});

test('a cancel after the result changes nothing, and a second one is the same as the first', async () => {
  const { manager, manifest } = await tunedManager();
  const { pid } = await manager.load(manifest, { limits: { maxConcurrent: 2 } });
  const late = new AbortController();
  expect(await manager.call('tuned', { action: 'pid' }, { signal: late.signal })).toBe(pid);
  late.abort('too late');
  const proxy = await manager.instance('tuned').supervisor.ready();
  const call = proxy.call({ op: 'action', action: 'hold', named: {} });
  call.cancel('first');
  call.cancel('second');
  await expect(call.result).rejects.toMatchObject({ code: 'CANCELLED', reason: 'first' });
  call.cancel('third');
  expect([call.outcome, await manager.call('tuned', { action: 'pid' })]).toEqual(['cancelled', pid]);
});

test('a cancel in initialize ends it by itself, and the worker goes on', async () => {
  const { manager, manifest } = await tunedManager();
  const { pid } = await manager.load(manifest);
  const proxy = await manager.instance('tuned').supervisor.ready();
  const call = proxy.call({ op: 'initialize', args: [{ mode: 'patient' }] });
  await new Promise((resolve) => setTimeout(resolve, 50));
  call.cancel('changed my mind');
  await expect(call.result).rejects.toMatchObject({ code: 'CANCELLED', reason: 'changed my mind' });
  expect(await manager.call('tuned', { action: 'pid' })).toBe(pid);
});

test('kill -9 of a worker in initialize fails the load with a typed error and leaves nothing', async () => {
  const { manager, manifest } = await tunedManager();
  const loading = manager.load(manifest, { config: { mode: 'blocked', size: 60_000 } });
  const failed = expect(loading).rejects.toMatchObject({ code: 'WORKER_CRASHED', signal: 'SIGKILL' });
  const events = manager.events({ types: ['worker_state_changed'] });
  const { value } = (await events.next()) as { value: { readonly pid: number } };
  await new Promise((resolve) => setTimeout(resolve, 500));
  process.kill(value.pid, 'SIGKILL');
  await failed;
  expect([isAlive(value.pid), manager.instances()]).toEqual([false, []]);
});
