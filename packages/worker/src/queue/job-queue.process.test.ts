import { systemClock } from '@helve/core';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MachineResources, Peaks, ResourceProbe } from '../admission/resource-probe.js';
import type { WorkerEvent } from '../event/worker-event.js';
import { createMemoryJournalStore } from '../memory/memory-journal-store.js';
import { createMemoryMeasurementStore } from '../memory/memory-measurement-store.js';
import type { JournalEntry } from '../port/journal-store.js';
import { tunedManager, waitUntil, type TunedManager } from '../testing/tuned-manager.js';
import { JobQueue, type QueueOptions } from './job-queue.js';

const MIB = 1024 * 1024;

function queueOf({ manager }: TunedManager, options?: QueueOptions): JobQueue {
  return new JobQueue(manager, options);
}

async function readAll(events: AsyncIterable<WorkerEvent>): Promise<WorkerEvent[]> {
  const read: WorkerEvent[] = [];
  for await (const event of events) read.push(event);
  return read;
}

const states = (events: readonly WorkerEvent[]) =>
  events.flatMap((event) => (event.type === 'state_transition' ? [event.to] : []));

test('a job goes from pending over running to completed, and the journal has each step before it is told', async () => {
  const journal = createMemoryJournalStore();
  const tuned = await tunedManager({ stores: { journal } });
  await tuned.manager.load(tuned.manifest);
  const queue = queueOf(tuned);
  const job = await queue.submit({ instanceId: 'tuned', action: 'pid' }, { runId: 'run-1' });
  const told: string[] = [];
  for await (const event of job.events()) {
    if (event.type !== 'state_transition') continue;
    const rows = await journal.read({ kinds: ['job-state'], jobId: job.id });
    expect(rows.map(({ facts }) => facts['to'])).toContain(event.to);
    told.push(event.to);
  }
  expect(told).toEqual(['pending', 'running', 'completed']);
  expect(await job.result).toBe(tuned.manager.instances()[0]?.pid);
  expect(job.status).toBe('completed');
  expect((await journal.read({ runId: 'run-1' })).length).toBe(3);
  expect(states(await readAll(job.events()))).toEqual(told);
});

test('submit refuses unknown and disabled instances, half a task, and more jobs than may wait', async () => {
  const tuned = await tunedManager();
  await tuned.manager.load(tuned.manifest);
  const queue = queueOf(tuned, { maxPending: 1 });
  await expect(queue.submit({ instanceId: 'nobody', action: 'pid' })).rejects.toMatchObject({ code: 'NOT_LOADED' });
  await expect(queue.submit({ instanceId: 'tuned', task: 'x' })).rejects.toMatchObject({ fieldsInvalid: ['method'] });
  await expect(queue.submit({ instanceId: 'tuned', method: 'x' })).rejects.toMatchObject({ fieldsInvalid: ['task'] });
  const first = await queue.submit({ instanceId: 'tuned', action: 'hold', args: { ms: 100 } });
  await queue.submit({ instanceId: 'tuned', action: 'pid' });
  await expect(queue.submit({ instanceId: 'tuned', action: 'pid' })).rejects.toMatchObject({
    code: 'QUEUE_FULL',
    limit: 1,
  });
  await first.result;
  await tuned.manager.disable('tuned');
  await expect(queue.submit({ instanceId: 'tuned', action: 'pid' })).rejects.toMatchObject({ code: 'DISABLED' });
});

test('jobs run by priority, and those of one priority in the order in which they came', async () => {
  const tuned = await tunedManager();
  const { folder, manager, manifest } = tuned;
  await manager.load(manifest, { config: { trace: join(folder, 'trace') } });
  const queue = queueOf(tuned);
  const first = await queue.submit({ instanceId: 'tuned', action: 'hold', args: { ms: 800 } });
  const note = (text: string, priority: number) =>
    queue.submit({ instanceId: 'tuned', action: 'note', args: { text } }, { priority });
  const jobs = [await note('low', -1), await note('a', 0), await note('high', 5), await note('b', 0)];
  await Promise.all([first, ...jobs].map(({ result }) => result));
  expect((await tuned.lines('trace')).slice(1)).toEqual(['high', 'a', 'b', 'low']);
});

test('cancel ends a job that waits at once and one that runs with its call', async () => {
  const tuned = await tunedManager();
  await tuned.manager.load(tuned.manifest, { graceMs: 600_000 });
  const queue = queueOf(tuned);
  const running = await queue.submit({ instanceId: 'tuned', action: 'hold' });
  const waiting = await queue.submit({ instanceId: 'tuned', action: 'hold' });
  waiting.cancel('not needed');
  await expect(waiting.result).rejects.toMatchObject({ code: 'CANCELLED', reason: 'not needed' });
  await waitUntil(
    () => running.status,
    (status) => status === 'running',
  );
  running.cancel();
  running.cancel();
  await expect(running.result).rejects.toMatchObject({ code: 'CANCELLED' });
  expect([running.status, waiting.status]).toEqual(['cancelled', 'cancelled']);
  const told = await readAll(running.events());
  expect(states(told)).toEqual(['pending', 'running', 'cancelled']);
  expect(told.filter(({ type }) => type === 'cancel_phase_changed')).toMatchObject([
    { phase: 'cooperative' },
    { phase: 'completed', outcome: 'cancelled' },
  ]);
  const late = await queue.submit({ instanceId: 'tuned', action: 'pid' });
  await late.result;
  late.cancel();
  expect(late.status).toBe('completed');
  const stop = new AbortController();
  const signalled = await queue.submit({ instanceId: 'tuned', action: 'hold' }, { signal: stop.signal });
  stop.abort('hung up');
  await expect(signalled.result).rejects.toMatchObject({ code: 'CANCELLED', reason: 'hung up' });
});

test('queueMs ends the wait of a job and nothing else', async () => {
  const tuned = await tunedManager();
  await tuned.manager.load(tuned.manifest);
  const queue = queueOf(tuned);
  const first = await queue.submit(
    { instanceId: 'tuned', action: 'hold', args: { ms: 1300 } },
    { timeouts: { queueMs: 1000 } },
  );
  const second = await queue.submit({ instanceId: 'tuned', action: 'pid' }, { timeouts: { queueMs: 50 } });
  await expect(second.result).rejects.toMatchObject({ code: 'TIMEOUT', which: 'queue' });
  expect(second.status).toBe('failed');
  expect(await first.result).toBe('held');
});

test('a journal that cannot be written refuses new jobs only; work in flight ends normally', async () => {
  const store = createMemoryJournalStore();
  const disk = { full: false };
  const append = async (entries: readonly JournalEntry[]) => {
    if (disk.full) throw new Error('no space left');
    await store.append(entries);
  };
  const tuned = await tunedManager({ stores: { journal: { ...store, append } } });
  await tuned.manager.load(tuned.manifest);
  const queue = queueOf(tuned);
  const inFlight = await queue.submit({ instanceId: 'tuned', action: 'hold', args: { ms: 150 } });
  await waitUntil(
    () => inFlight.status,
    (status) => status === 'running',
  );
  disk.full = true;
  const refused = queue.submit({ instanceId: 'tuned', action: 'note', args: { text: 'never' } });
  await expect(refused).rejects.toMatchObject({ code: 'JOURNAL' });
  expect(await inFlight.result).toBe('held');
  expect(inFlight.status).toBe('completed');
  await expect(queue.submit({ instanceId: 'tuned', action: 'pid' })).rejects.toMatchObject({ code: 'JOURNAL' });
  disk.full = false;
  const again = await queue.submit({ instanceId: 'tuned', action: 'pid' });
  expect(await again.result).toEqual(expect.any(Number));
  const rows = await store.read({ kinds: ['job-state'], jobId: inFlight.id });
  expect(rows.map(({ facts }) => facts['to'])).toEqual(['pending', 'running', 'completed']);
});

test('finished jobs are remembered for a while, and only so many of them', async () => {
  const tuned = await tunedManager();
  await tuned.manager.load(tuned.manifest);
  const queue = queueOf(tuned, { keepCount: 2, keepMs: 60_000 });
  const ids: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    const job = await queue.submit({ instanceId: 'tuned', action: 'pid' });
    await job.result;
    ids.push(job.id);
  }
  expect(ids.map((id) => queue.job(id)?.status)).toEqual([undefined, 'completed', 'completed']);
  const forgetful = queueOf(tuned, { keepMs: 0 });
  const job = await forgetful.submit({ instanceId: 'tuned', action: 'pid' });
  await job.result;
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(forgetful.job(job.id)).toBeUndefined();
});

test('the first run with a configuration is alone and measured, and so is the first after a change', async () => {
  const measurements = createMemoryMeasurementStore();
  const tuned = await tunedManager({ stores: { measurements } });
  const { manager, manifest } = tuned;
  await manager.load(manifest, { id: 'a', limits: { maxConcurrent: 2 } });
  await manager.load(manifest, { id: 'b' });
  const queue = queueOf(tuned);
  const hold = (instanceId: string, ms = 500) => queue.submit({ instanceId, action: 'hold', args: { ms } });
  const [first, second, third] = [await hold('a'), await hold('a'), await hold('b')];
  expect(queue.running).toBe(1);
  expect([second.blockReason, third.blockReason]).toEqual(['measuring', 'measuring']);
  await first.result;
  const measured = await measurements.get('a', manager.instance('a').configHash);
  expect(measured?.peakRssBytes).toBeGreaterThan(10 * MIB);
  await Promise.all([second.result, third.result]);
  const together = [await hold('a'), await hold('a'), await hold('b')];
  await waitUntil(
    () => queue.running,
    (count) => count === 3,
  );
  await Promise.all(together.map(({ result }) => result));
  await manager.update('a', { size: 2 });
  const [changed, other] = [await hold('a'), await hold('b', 1)];
  await waitUntil(
    () => other.blockReason,
    (reason) => reason === 'measuring',
  );
  await Promise.all([changed.result, other.result]);
});

test('open admission measures nothing and runs together from the first', async () => {
  const tuned = await tunedManager();
  await tuned.manager.load(tuned.manifest, { admission: 'open', limits: { maxConcurrent: 3 } });
  const queue = queueOf(tuned);
  const jobs = await Promise.all(
    [1, 2, 3].map(() => queue.submit({ instanceId: 'tuned', action: 'hold', args: { ms: 500 } })),
  );
  expect(queue.running).toBe(3);
  await Promise.all(jobs.map(({ result }) => result));
});

function fakeProbe(machine: MachineResources, sizes: (pid: number) => Peaks): ResourceProbe {
  return { tree: async (pid) => sizes(pid), machine: async () => machine };
}

test('a job that never fits fails at once, and nobody tries again', async () => {
  const machine = { ramTotalBytes: 100 * MIB, ramAvailableBytes: 100 * MIB };
  const probe = fakeProbe(machine, () => ({ rssBytes: 200 * MIB, gpuBytes: 0 }));
  const tuned = await tunedManager({ probe });
  await tuned.manager.load(tuned.manifest);
  const queue = queueOf(tuned);
  const measuring = await queue.submit({ instanceId: 'tuned', action: 'pid' });
  await measuring.result;
  const job = await queue.submit({ instanceId: 'tuned', action: 'pid' });
  await expect(job.result).rejects.toMatchObject({
    code: 'RESOURCE',
    retriable: false,
    errorType: 'PERMANENT',
    resourceShortfall: { resource: 'system_ram_mb', needed: 200, available: 100 },
  });
});

test('idle residents make room for a job, the largest first and no more than needed; busy ones stay', async () => {
  const machine = { ramTotalBytes: 1000 * MIB, ramAvailableBytes: 1000 * MIB };
  const sizes = new Map<number, number>();
  const probe: ResourceProbe = {
    tree: async (pid) => ({ rssBytes: (sizes.get(pid) ?? 10) * MIB, gpuBytes: 0 }),
    machine: async () => {
      const alive = tuned.manager.instances().map(({ pid }) => sizes.get(pid ?? 0) ?? 0);
      return { ...machine, ramAvailableBytes: (1000 - alive.reduce((sum, size) => sum + size, 0)) * MIB };
    },
  };
  const tuned = await tunedManager({ probe });
  const { manager, manifest } = tuned;
  for (const [id, size] of [
    ['wanted', 300],
    ['small', 100],
    ['large', 400],
    ['busy', 350],
  ] as const) {
    const { pid } = await manager.load(manifest, { id });
    sizes.set(Number(pid), size);
  }
  const queue = queueOf(tuned);
  const measured = await queue.submit({ instanceId: 'wanted', action: 'pid' });
  await measured.result;
  await manager.instance('wanted').supervisor.park();
  const busy = manager.call('busy', { action: 'hold', args: { ms: 1500 } });
  const job = await queue.submit({ instanceId: 'wanted', action: 'pid' });
  expect(await job.result).toEqual(expect.any(Number));
  const parked = manager.instances().filter(({ state }) => state === 'parked');
  expect(parked.map(({ id }) => id)).toEqual(['large']);
  const told = (await readAll(job.events())).filter(({ type }) => type === 'block_reason_changed');
  expect(told).toMatchObject([{ reason: 'system_ram_mb' }]);
  expect(await manager.call('large', { action: 'pid' })).toEqual(expect.any(Number));
  expect(await busy).toBe('held');
});

test('a call that was short of something gets a fresh worker and one more try', async () => {
  const tuned = await tunedManager();
  const { manager, manifest, folder } = tuned;
  const { pid } = await manager.load(manifest);
  const queue = queueOf(tuned);
  const short = (file: string, times: number) =>
    queue.submit({ instanceId: 'tuned', action: 'short', args: { file: join(folder, file), times } });
  const once = await short('once', 1);
  expect(await once.result).toBe(2);
  expect(manager.instances()[0]?.pid).not.toBe(pid);
  const retries = (await readAll(once.events())).filter(({ type }) => type === 'retry_started');
  expect(retries).toMatchObject([{ attempt: 2, because: 'RESOURCE' }]);
  const twice = await short('twice', 2);
  await expect(twice.result).rejects.toMatchObject({ code: 'RESOURCE' });
});

test('a blocked job is passed by others, but not without end', async () => {
  let skewMs = 0;
  const clock = { ...systemClock, now: () => performance.now() + skewMs };
  const tuned = await tunedManager({ clock });
  const { manager, manifest } = tuned;
  await manager.load(manifest, { id: 'first' });
  await manager.load(manifest, { id: 'open', admission: 'open', limits: { maxConcurrent: 4 } });
  const queue = queueOf(tuned);
  const open = (ms: number) => queue.submit({ instanceId: 'open', action: 'hold', args: { ms } });
  const running = await open(1000);
  const blocked = await queue.submit({ instanceId: 'first', action: 'pid' });
  expect(blocked.blockReason).toBe('alone');
  const passing = await open(500);
  expect(passing.status).toBe('running');
  skewMs = 31_000;
  const held = await open(1);
  expect(held.status).toBe('pending');
  await Promise.all([running, blocked, passing, held].map(({ result }) => result));
});

test('every submitted job gets exactly one answer while its worker keeps dying', async () => {
  const tuned = await tunedManager();
  const restart = { baseMs: 1, capMs: 2, maxExits: 1000 };
  await tuned.manager.load(tuned.manifest, { admission: 'open', limits: { maxConcurrent: 4 }, restart });
  const queue = queueOf(tuned, {});
  const jobs = await Promise.all(
    Array.from({ length: 60 }, (_, at) => {
      const action = at % 15 === 7 ? 'die' : 'pid';
      return queue.submit({ instanceId: 'tuned', action }, { idempotent: at % 2 === 0 });
    }),
  );
  const answers = await Promise.allSettled(jobs.map(({ result }) => result));
  expect(answers).toHaveLength(60);
  expect(jobs.every(({ status }) => status === 'completed' || status === 'failed')).toBe(true);
  expect(jobs.filter(({ status }) => status === 'completed').length).toBeGreaterThan(20);
  expect([queue.pending, queue.running]).toEqual([0, 0]);
});
