import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventHub } from './event-hub.js';
import type { WorkerEvent, WorkerEventDraft } from './worker-event.js';

const progress = (jobId: string, value: number): WorkerEventDraft => ({
  type: 'progress_changed',
  jobId,
  progress: value,
  message: '',
});
const snapshot = (rssBytes: number): WorkerEventDraft => ({ type: 'resource_snapshot', rssBytes, gpuBytes: 0 });
const state = (jobId: string, to: 'pending' | 'running' | 'completed'): WorkerEventDraft => ({
  type: 'state_transition',
  jobId,
  from: null,
  to,
});

async function readAll(events: AsyncIterable<WorkerEvent>): Promise<WorkerEvent[]> {
  const read: WorkerEvent[] = [];
  for await (const event of events) read.push(event);
  return read;
}

test('a subscriber is live from subscribing, and gets every event with a rising number', async () => {
  const hub = new EventHub();
  hub.publish(state('a', 'pending'));
  const events = hub.subscribe();
  const first = events.next();
  hub.publish(state('a', 'running'));
  expect((await first).value).toMatchObject({ to: 'running', seq: 2 });
});

test('a subscriber may replay from a number, and learns how much is forgotten', async () => {
  const hub = new EventHub();
  for (let at = 1; at <= 10; at += 1) hub.publish(snapshot(at));
  const events = hub.subscribe({ afterSeq: 7 });
  hub.close();
  expect((await readAll(events)).map(({ seq }) => seq)).toEqual([8, 9, 10]);
  for (let at = 0; at < 3000; at += 1) hub.publish(state(`job ${at}`, 'pending'));
  expect(hub.subscribe({ afterSeq: 0 }).dropped).toBeGreaterThan(0);
});

test('progress of one job merges while nobody reads: the latest wins', async () => {
  const hub = new EventHub();
  const events = hub.subscribe();
  for (let at = 1; at <= 500; at += 1) hub.publish(progress(at % 2 === 0 ? 'even' : 'odd', at));
  hub.close();
  expect(await readAll(events)).toMatchObject([{ progress: 499 }, { progress: 500 }]);
  expect(events.dropped).toBe(0);
});

test('a full buffer gives up snapshots first and never a transition', async () => {
  const hub = new EventHub();
  const events = hub.subscribe();
  for (let at = 0; at < 60; at += 1) hub.publish(snapshot(at));
  hub.publish(progress('a', 0.5));
  for (let at = 0; at < 150; at += 1) hub.publish(state(`job ${at}`, 'completed'));
  hub.close();
  const read = await readAll(events);
  expect(read.filter(({ type }) => type === 'state_transition')).toHaveLength(150);
  expect(read.filter(({ type }) => type !== 'state_transition')).toHaveLength(0);
  expect(events.dropped).toBe(61);
});

test('a subscription to one job ends after its terminal event, whatever else is told', async () => {
  const hub = new EventHub();
  const events = hub.subscribe({ jobId: 'a' });
  for (const to of ['pending', 'running', 'completed'] as const) {
    hub.publish(state('b', to));
    hub.publish(state('a', to));
  }
  hub.publish(progress('a', 1));
  expect((await readAll(events)).map((event) => ('to' in event ? event.to : ''))).toEqual([
    'pending',
    'running',
    'completed',
  ]);
});

test('events reach a slow reader in order, and all that are missing are counted', async () => {
  const kinds = fc.constantFrom('progress', 'snapshot', 'state');
  await fc.assert(
    fc.asyncProperty(fc.array(kinds, { maxLength: 400 }), async (list) => {
      const hub = new EventHub();
      const events = hub.subscribe();
      list.forEach((kind, at) => {
        if (kind === 'state') hub.publish(state(`job ${at}`, 'completed'));
        else hub.publish(kind === 'snapshot' ? snapshot(at) : progress('a', at));
      });
      hub.close();
      const seqs = (await readAll(events)).map(({ seq }) => seq);
      expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
      const merged = Math.max(0, list.filter((kind) => kind === 'progress').length - 1);
      expect(seqs.length + events.dropped).toBeGreaterThanOrEqual(list.length - merged);
    }),
    { numRuns: 50 },
  );
});
