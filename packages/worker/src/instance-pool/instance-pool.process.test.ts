import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createGpuProbe } from '../admission/gpu-probe.js';
import { createSystemProbe } from '../admission/system-probe.js';
import type { LoadOptions } from '../manager/load-options.js';
import { isAlive } from '../testing/is-alive.js';
import { tunedManager, waitUntil, type TunedManager } from '../testing/tuned-manager.js';

const workersOf = ({ manager }: TunedManager) => manager.instances()[0]?.workers ?? [];

/** Holds several calls at once and returns the processes that ran them. */
async function pidsOf({ manager }: TunedManager, count: number): Promise<Set<unknown>> {
  const held = Array.from({ length: count }, () => manager.call('tuned', { action: 'hold', args: { ms: 300 } }));
  const pids = manager.instances().flatMap(({ workers }) => workers.map(({ pid }) => pid));
  await Promise.all(held);
  return new Set(pids);
}

async function pool(load: LoadOptions, options: Parameters<typeof tunedManager>[0] = {}): Promise<TunedManager> {
  const tuned = await tunedManager(options);
  await tuned.manager.load(tuned.manifest, load);
  return tuned;
}

test('a pool starts its minimum, grows while calls wait, and lets idle workers end', async () => {
  const tuned = await pool({ instances: { min: 1, max: 3 }, idleUnloadMs: 400 });
  expect(workersOf(tuned)).toHaveLength(1);
  const calls = Array.from({ length: 3 }, () => tuned.manager.call('tuned', { action: 'hold', args: { ms: 1500 } }));
  const grown = await waitUntil(
    () => workersOf(tuned),
    ({ length }) => length === 3,
  );
  expect(await Promise.all(calls)).toEqual(['held', 'held', 'held']);
  const left = await waitUntil(
    () => workersOf(tuned),
    ({ length }) => length === 1,
  );
  const alive = () => grown.map(({ pid }) => pid).filter((pid) => isAlive(Number(pid)));
  await expect.poll(alive).toEqual([left[0]?.pid]);
});

test('calls of a pool go to the least busy worker, and a crash takes one', async () => {
  const tuned = await pool({ instances: 2, restart: { baseMs: 1 } });
  expect((await pidsOf(tuned, 2)).size).toBe(2);
  const held = tuned.manager.call('tuned', { action: 'hold', args: { ms: 400 } });
  await expect(tuned.manager.call('tuned', { action: 'die' })).rejects.toMatchObject({ code: 'WORKER_CRASHED' });
  expect(await tuned.manager.call('tuned', { action: 'config' })).toMatchObject({ mode: 'calm' });
  expect(await held).toBe('held');
});

test('a change of configuration, a switch and a reload reach every worker of a pool', async () => {
  const tuned = await pool({ instances: 2 });
  const { manager, folder, lines } = tuned;
  const trace = join(folder, 'trace');
  await manager.update('tuned', { mode: 'brisk', trace });
  expect(await lines('trace')).toEqual(['initialize:brisk', 'initialize:brisk']);
  await manager.disable('tuned');
  await expect(manager.call('tuned', { action: 'pid' })).rejects.toMatchObject({ code: 'DISABLED' });
  expect((await lines('trace')).slice(2)).toEqual(['disabled', 'disabled']);
  await manager.enable('tuned');
  const before = workersOf(tuned).map(({ pid }) => pid);
  await manager.reload('tuned');
  const after = workersOf(tuned).map(({ pid }) => pid);
  expect(after).toHaveLength(2);
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
});

test('a single worker that may end when idle ends, and starts with the next call', async () => {
  const tuned = await pool({ idleUnloadMs: 50 });
  const first = await tuned.manager.call('tuned', { action: 'pid' });
  await waitUntil(
    () => tuned.manager.instances()[0]?.state,
    (state) => state === 'parked',
  );
  expect(isAlive(Number(first))).toBe(false);
  expect(await tuned.manager.call('tuned', { action: 'pid' })).not.toBe(first);
});

test('each worker of a pool sees a graphics card of its own, and no more start than there are cards', async () => {
  const probing = await tunedManager();
  const program = join(probing.folder, 'driver');
  await writeFile(program, `#!/bin/sh\ncase "$1" in --query-gpu*) printf '8192, 6000\\n8192, 6000\\n' ;; esac\n`);
  await chmod(program, 0o755);
  const warnings: string[] = [];
  const probe = createSystemProbe(createGpuProbe(program));
  const options = { probe, warn: (text: string) => void warnings.push(text) };
  const tuned = await pool({ instances: 3, resources: { gpus: 1 } }, options);
  expect(workersOf(tuned).map(({ gpus }) => gpus)).toEqual([['0'], ['1']]);
  const see = () => tuned.manager.call('tuned', { action: 'env', args: { name: 'CUDA_VISIBLE_DEVICES' } });
  const hold = () => tuned.manager.call('tuned', { action: 'hold', args: { ms: 200 } });
  const first = hold();
  expect([await see(), await first.then(see)]).toEqual(['1', '0']);
  expect(warnings.join()).toContain('0 of 2 are free');
  await tuned.manager.unload('tuned');
  await tuned.manager.load(tuned.manifest, { id: 'again', resources: { gpus: 2 } });
  const both = await tuned.manager.call('again', { action: 'env', args: { name: 'CUDA_VISIBLE_DEVICES' } });
  expect(both).toBe('0,1');
});

test('load refuses bounds of a pool that cannot be, by the name of the option', async () => {
  const { manager, manifest } = await tunedManager();
  const tries: readonly [LoadOptions, string][] = [
    [{ instances: 0 }, 'instances'],
    [{ instances: { min: 3, max: 2 } }, 'instances'],
    [{ resources: { memory: 'much' } }, 'resources.memory'],
    [{ idleUnloadMs: 0 }, 'idleUnloadMs'],
  ];
  for (const [options, field] of tries) {
    await expect(manager.load(manifest, options)).rejects.toMatchObject({ code: 'INPUT', fieldsInvalid: [field] });
  }
});
