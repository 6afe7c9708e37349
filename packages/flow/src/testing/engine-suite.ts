import { describe, expect, test } from 'vitest';
import type { Claim, Engine, EngineEvent, Job } from '../contract/engine.js';

/** Opens an empty engine with the clock `now`. */
export type OpenEngine = (now: () => number) => Promise<{ readonly engine: Engine; close(): Promise<void> }>;

/** A job of as many units as are asked for. */
export function aJob(units: number, change: Partial<Job> = {}): Job {
  const inputs = Array.from({ length: units }, (_, index) => ({
    id: `u${index + 1}`,
    input: { file: `f${index + 1}` },
  }));
  return { id: 'j1', plan: 'p1', units: inputs, ...change };
}

async function claimed(engine: Engine, worker = 'w', leaseMs = 1_000): Promise<Claim> {
  const claim = await engine.claim(worker, leaseMs);
  if (claim === undefined) throw new Error('there was nothing to claim');
  return claim;
}

async function list(events: AsyncIterable<EngineEvent>): Promise<EngineEvent[]> {
  const all: EngineEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const lost = expect.objectContaining({
  code: 'FLOW_STORE',
  details: expect.objectContaining({ reason: 'claim-lost' }),
});

/** Describes the behavior of every engine. */
export function engineSuite(name: string, open: OpenEngine): void {
  const onFresh = (body: (engine: Engine, clock: { now: number }) => Promise<void>) => async () => {
    const clock = { now: 1_000_000 };
    const { engine, close } = await open(() => clock.now);
    try {
      await body(engine, clock);
    } finally {
      await close();
    }
  };

  describe(`engine: ${name}`, () => {
    test(
      'K125 a job is worked on unit by unit and tells all that happened, until it has settled',
      onFresh(async (engine) => {
        await engine.submit(aJob(2));
        await engine.submit(aJob(2));
        const first = await claimed(engine, 'a');
        const second = await claimed(engine, 'b');
        expect([first.unit, second.unit]).toEqual(aJob(2).units);
        expect(await engine.claim('c', 1_000)).toBeUndefined();
        await engine.journal(second, { kind: 'done', output: 2 });
        await engine.journal(first, { kind: 'step', key: 'k', output: { n: 1 } });
        await engine.journal(first, { kind: 'failed', error: { message: 'no' }, retry: false });
        const events = await list(engine.events('j1'));
        expect(events.map(({ kind, unit }) => [kind, unit])).toEqual([
          ['submitted', undefined],
          ['claimed', 'u1'],
          ['claimed', 'u2'],
          ['done', 'u2'],
          ['step', 'u1'],
          ['failed', 'u1'],
          ['settled', undefined],
        ]);
        expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
        expect(events.at(-1)?.data).toEqual({ done: 1, failed: 1, cancelled: 0 });
      }),
    );

    test(
      'K125 events reach whoever listened before they happened',
      onFresh(async (engine) => {
        await engine.submit(aJob(1));
        const listening = list(engine.events('j1'));
        await engine.journal(await claimed(engine), { kind: 'done', output: null });
        expect((await listening).map(({ kind }) => kind)).toEqual(['submitted', 'claimed', 'done', 'settled']);
      }),
    );

    test(
      'K126 a unit whose lease ran out goes to another worker, and the first one can no longer journal',
      onFresh(async (engine, clock) => {
        await engine.submit(aJob(1));
        const slow = await claimed(engine, 'slow');
        clock.now += 999;
        expect(await engine.claim('quick', 1_000)).toBeUndefined();
        clock.now += 1;
        const quick = await claimed(engine, 'quick');
        expect([quick.unit.id, quick.attempt]).toEqual(['u1', 2]);
        expect(await engine.heartbeat(slow)).toBe(false);
        await expect(engine.journal(slow, { kind: 'done', output: 'slow' })).rejects.toThrow(lost);
        await engine.journal(quick, { kind: 'done', output: 'quick' });
        const events = await list(engine.events('j1'));
        expect(events.map(({ kind }) => kind)).toEqual(['submitted', 'claimed', 'lost', 'claimed', 'done', 'settled']);
      }),
    );

    test(
      'K126 heartbeats keep a claim for as long as they come in time',
      onFresh(async (engine, clock) => {
        await engine.submit(aJob(1));
        const claim = await claimed(engine);
        for (let beat = 0; beat < 5; beat += 1) {
          clock.now += 900;
          expect(await engine.heartbeat(claim)).toBe(true);
        }
        expect(await engine.claim('other', 1_000)).toBeUndefined();
        clock.now += 1_000;
        expect(await engine.heartbeat(claim)).toBe(false);
      }),
    );

    test(
      'K127 what was journaled before the worker was lost comes with the next claim, and stays as it was',
      onFresh(async (engine, clock) => {
        await engine.submit(aJob(1));
        const first = await claimed(engine);
        expect(first.done).toEqual({});
        await engine.journal(first, { kind: 'step', key: 'k1', output: [1] });
        await engine.journal(first, { kind: 'step', key: 'k1', output: [2] });
        clock.now += 1_000;
        const second = await claimed(engine);
        expect(second.done).toEqual({ k1: [1] });
        await engine.journal(second, { kind: 'failed', error: { message: 'busy' }, retry: true });
        expect((await claimed(engine)).done).toEqual({ k1: [1] });
      }),
    );

    test(
      'K127 a unit that waits is claimed by nobody before its signal, and then finds the value',
      onFresh(async (engine) => {
        await engine.submit(aJob(1));
        await engine.journal(await claimed(engine), { kind: 'wait', signal: 'approve' });
        expect(await engine.claim('w', 1_000)).toBeUndefined();
        await engine.signal('j1', 'other', false);
        expect(await engine.claim('w', 1_000)).toBeUndefined();
        await engine.signal('j1', 'approve', { by: 'ada' });
        const claim = await claimed(engine);
        expect(claim.done).toEqual({ 'signal:approve': { by: 'ada' } });
        await engine.journal(claim, { kind: 'wait', signal: 'other' });
        expect((await claimed(engine)).done).toEqual({ 'signal:approve': { by: 'ada' }, 'signal:other': false });
      }),
    );

    test(
      'K125 a cancelled job settles at once, and its workers are told',
      onFresh(async (engine) => {
        await engine.submit(aJob(2));
        const claim = await claimed(engine);
        await engine.cancel('j1');
        await engine.cancel('j1');
        expect(await engine.heartbeat(claim)).toBe(false);
        await expect(engine.journal(claim, { kind: 'done', output: 1 })).rejects.toThrow(lost);
        expect(await engine.claim('w', 1_000)).toBeUndefined();
        const events = await list(engine.events('j1'));
        expect(events.slice(-2).map(({ kind }) => kind)).toEqual(['cancelled', 'settled']);
      }),
    );

    test(
      'K125 jobs are served in the order of submission, and never share units',
      onFresh(async (engine) => {
        await engine.submit(aJob(1));
        await engine.submit(aJob(1, { id: 'j2' }));
        expect([(await claimed(engine)).job, (await claimed(engine)).job]).toEqual(['j1', 'j2']);
      }),
    );
  });
}
