import { expect, test } from 'vitest';
import { aJob, aWorker, claimed, claimLost, eventsOf, kindsOf, statesOf, type OnFreshBed } from './engine-bed.js';

/** Leases, tokens, losses and records. */
export function describeClaims(onFresh: OnFreshBed): void {
  test(
    'M10 a unit whose lease ran out goes to another worker, and the first one can no longer journal',
    onFresh(async (engine, { advance, leaseMs }) => {
      await engine.submit(aJob(1));
      const slow = await claimed(engine, leaseMs, aWorker('slow'));
      expect(await engine.claim(aWorker('quick'), leaseMs)).toBeUndefined();
      await advance(leaseMs);
      const quick = await claimed(engine, leaseMs, aWorker('quick'));
      expect([quick.unit.id, quick.attempt]).toEqual(['u1', 2]);
      expect(await engine.heartbeat([slow, quick])).toEqual(['lost', 'held']);
      await expect(engine.journal(slow, { kind: 'step', key: 'k', output: 'slow' })).rejects.toThrow(claimLost);
      await expect(engine.journal(slow, { kind: 'done', output: 'slow' })).rejects.toThrow(claimLost);
      await engine.journal(quick, { kind: 'done', output: 'quick' });
      expect(await kindsOf(engine)).toEqual(['submitted', 'claimed', 'lost', 'claimed', 'done', 'settled']);
    }),
  );

  test(
    'M64 a job that begins in the hands of a worker is claimed by nobody else before it is lost',
    onFresh(async (engine, { advance, leaseMs }) => {
      const claim = await engine.begin(aJob(2), aWorker('a'), leaseMs);
      expect(claim).toMatchObject({ unit: { id: 'u1', input: { file: 'f1' } }, attempt: 1, delivery: 1, done: {} });
      expect(await engine.begin(aJob(2), aWorker('b'), leaseMs)).toBeUndefined();
      expect((await claimed(engine, leaseMs, aWorker('b'))).unit.id).toBe('u2');
      expect(await engine.claim(aWorker('b'), leaseMs)).toBeUndefined();
      if (claim !== undefined) await engine.journal(claim, { kind: 'step', key: 'k', output: 1 });
      await advance(leaseMs);
      const again = await claimed(engine, leaseMs, aWorker('c'));
      expect([again.unit.id, again.attempt, again.done]).toEqual(['u1', 2, { k: 1 }]);
    }),
  );

  test(
    'K126 heartbeats keep a claim for as long as they come in time',
    onFresh(async (engine, { advance, leaseMs }) => {
      await engine.submit(aJob(1));
      const claim = await claimed(engine, leaseMs);
      for (let beat = 0; beat < 4; beat += 1) {
        await advance(leaseMs / 2);
        expect(await engine.heartbeat([claim])).toEqual(['held']);
      }
      expect(await engine.claim(aWorker('other'), leaseMs)).toBeUndefined();
      await advance(leaseMs);
      expect(await engine.heartbeat([claim])).toEqual(['lost']);
    }),
  );

  test(
    'M11 a worker that did not hear of its end asks again with its token, and hears yes',
    onFresh(async (engine, { leaseMs }) => {
      await engine.submit(aJob(1));
      const claim = await claimed(engine, leaseMs);
      await engine.journal(claim, { kind: 'done', output: 1 });
      await engine.journal(claim, { kind: 'done', output: 1 });
      await expect(engine.journal({ ...claim, token: 'other' }, { kind: 'done', output: 1 })).rejects.toThrow(
        claimLost,
      );
      expect((await kindsOf(engine)).filter((kind) => kind === 'done' || kind === 'settled')).toHaveLength(2);
    }),
  );

  test(
    'M12 a path is committed once, by one unit',
    onFresh(async (engine, { leaseMs }) => {
      await engine.submit(aJob(2, { keepGoing: true }));
      const [first, second] = [await claimed(engine, leaseMs), await claimed(engine, leaseMs)];
      const files = [{ path: 'a.po', blob: 'f'.repeat(64), bytes: 3 }];
      await engine.journal(first, { kind: 'done', output: 1, files });
      await expect(engine.journal(second, { kind: 'done', output: 2, files })).rejects.toThrow('another unit has made');
      expect(await engine.files('j1')).toEqual([{ ...files[0], unit: 'u1' }]);
      expect(await statesOf(engine)).toEqual({ u1: 'done', u2: 'held' });
    }),
  );

  test(
    'M13 many workers at once leave events without gaps and one settled',
    onFresh(async (engine, { leaseMs }) => {
      await engine.submit(aJob(60));
      const work = async (id: string) => {
        for (;;) {
          const claim = await engine.claim(aWorker(id), leaseMs);
          if (claim === undefined) return;
          await engine.journal(claim, { kind: 'step', key: claim.unit.id, output: 1 });
          await engine.journal(claim, { kind: 'done', output: 1 });
        }
      };
      await Promise.all(Array.from({ length: 8 }, (_, index) => work(`w${index}`)));
      const events = await eventsOf(engine);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
      const count = (kind: string) => events.filter((event) => event.kind === kind).length;
      expect([count('done'), count('step'), count('settled')]).toEqual([60, 60, 1]);
      expect(events.at(-1)?.kind).toBe('settled');
    }),
  );

  test(
    'K127 what was journaled before the worker was lost comes with the next claim, and stays as it was',
    onFresh(async (engine, { advance, leaseMs }) => {
      await engine.submit(aJob(1));
      const first = await claimed(engine, leaseMs);
      expect(first.done).toEqual({});
      await engine.journal(first, { kind: 'step', key: 'k1', output: [1] });
      await engine.journal(first, { kind: 'step', key: 'k1', output: [2] });
      await advance(leaseMs);
      const second = await claimed(engine, leaseMs);
      expect(second.done).toEqual({ k1: [1] });
      await engine.journal(second, { kind: 'failed', error: { message: 'busy' }, retry: true, afterMs: 0 });
      expect((await claimed(engine, leaseMs)).done).toEqual({ k1: [1] });
    }),
  );

  test(
    'M25 a unit that was lost three times in a row is dead, and the fourth delivery does no work',
    onFresh(async (engine, { advance, leaseMs }) => {
      await engine.submit(aJob(1));
      for (let life = 0; life < 3; life += 1) {
        await claimed(engine, leaseMs);
        await advance(leaseMs);
      }
      expect(await engine.claim(aWorker(), leaseMs)).toBeUndefined();
      expect(await engine.units('j1')).toMatchObject([{ state: 'dead', attempt: 3, error: { reason: 'poisoned' } }]);
      expect((await engine.get('j1'))?.state).toBe('failed');
    }),
  );

  test(
    'M33 a step that may happen only once and was cut off is not repeated: a person says what happened',
    onFresh(async (engine, { advance, leaseMs }) => {
      await engine.submit(aJob(1));
      await engine.journal(await claimed(engine, leaseMs), {
        kind: 'step',
        key: 'begin:k',
        output: null,
        effect: true,
      });
      await advance(leaseMs);
      expect(await engine.claim(aWorker(), leaseMs)).toBeUndefined();
      expect(await engine.units('j1')).toMatchObject([{ state: 'dead', error: { outcomeUnknown: true, step: 'k' } }]);
      await engine.retry('j1');
      expect(await engine.claim(aWorker(), leaseMs)).toBeUndefined();
      await engine.retry('j1', { assume: 'undone' });
      expect((await claimed(engine, leaseMs)).done).toEqual({});
    }),
  );

  test(
    'M33 a step of which a person says that it happened is not done again',
    onFresh(async (engine, { advance, leaseMs }) => {
      await engine.submit(aJob(1));
      await engine.journal(await claimed(engine, leaseMs), {
        kind: 'step',
        key: 'begin:k',
        output: null,
        effect: true,
      });
      await advance(leaseMs);
      expect(await engine.claim(aWorker(), leaseMs)).toBeUndefined();
      await engine.retry('j1', { assume: 'done' });
      expect((await claimed(engine, leaseMs)).done).toEqual({ 'begin:k': null, k: null });
    }),
  );
}
