import { expect, test } from 'vitest';
import { aJob, aWorker, claimed, claimLost, kindsOf, statesOf, type OnFreshBed } from './engine-bed.js';

/** Signals, cancellation, pauses and further attempts. */
export function describeControl(onFresh: OnFreshBed): void {
  test(
    'M46 a unit that waits is claimed by nobody before its signal, and then finds the value',
    onFresh(async (engine, { leaseMs }) => {
      await engine.submit(aJob(1));
      await engine.journal(await claimed(engine, leaseMs), { kind: 'wait', signal: 'approve' });
      expect(await engine.claim(aWorker(), leaseMs)).toBeUndefined();
      await engine.signal('j1', 'other', false);
      expect(await engine.claim(aWorker(), leaseMs)).toBeUndefined();
      await engine.signal('j1', 'approve', { by: 'ada' });
      const claim = await claimed(engine, leaseMs);
      expect(claim.signals).toEqual({ approve: { by: 'ada' }, other: false });
      await engine.journal(claim, { kind: 'wait', signal: 'other' });
      expect((await claimed(engine, leaseMs)).attempt).toBe(3);
    }),
  );

  test(
    'M46 a wait that takes too long fails as TIMEOUT',
    onFresh(async (engine, { advance, leaseMs }) => {
      await engine.submit(aJob(1));
      await engine.journal(await claimed(engine, leaseMs), { kind: 'wait', signal: 'approve', untilMs: 500 });
      await advance(600);
      expect(await engine.claim(aWorker(), leaseMs)).toBeUndefined();
      expect(await engine.units('j1')).toMatchObject([{ state: 'failed', error: { type: 'TIMEOUT' } }]);
    }),
  );

  test(
    'M49 a cancelled job settles at once, and its workers are told',
    onFresh(async (engine, { leaseMs }) => {
      await engine.submit(aJob(3));
      const claim = await claimed(engine, leaseMs);
      await engine.cancel('j1');
      await engine.cancel('j1');
      expect(await engine.heartbeat([claim])).toEqual(['lost']);
      await expect(engine.journal(claim, { kind: 'done', output: 1 })).rejects.toThrow(claimLost);
      expect(await engine.claim(aWorker(), leaseMs)).toBeUndefined();
      expect((await kindsOf(engine)).slice(-2)).toEqual(['cancelled', 'settled']);
      expect(await engine.get('j1')).toMatchObject({ state: 'cancelled', counts: { cancelled: 3 } });
    }),
  );

  test(
    'M49 a paused job hands out nothing, lets its units end, and goes on when it is resumed',
    onFresh(async (engine, bed) => {
      const { leaseMs } = bed;
      await engine.submit(aJob(2));
      const claim = await claimed(engine, leaseMs);
      await engine.pause('j1');
      const other = await bed.open();
      expect(await other.claim(aWorker(), leaseMs)).toBeUndefined();
      expect(await engine.heartbeat([claim])).toEqual(['held']);
      await engine.journal(claim, { kind: 'done', output: 1 });
      expect((await other.get('j1'))?.state).toBe('paused');
      await other.resume('j1');
      await engine.journal(await claimed(engine, leaseMs), { kind: 'done', output: 2 });
      expect(await kindsOf(engine)).toEqual([
        'submitted',
        'claimed',
        'paused',
        'done',
        'resumed',
        'claimed',
        'done',
        'settled',
      ]);
      if (other !== engine) await other.close();
    }),
  );

  test(
    'M49 a pause that is meant now asks running units to yield, which counts no attempt',
    onFresh(async (engine, { leaseMs }) => {
      await engine.submit(aJob(1));
      const claim = await claimed(engine, leaseMs);
      await engine.pause('j1', { now: true });
      expect(await engine.heartbeat([claim])).toEqual(['yield']);
      await engine.journal(claim, { kind: 'yield', reason: 'paused' });
      await engine.resume('j1');
      expect((await claimed(engine, leaseMs)).attempt).toBe(1);
    }),
  );

  test(
    'M50 a unit that fails in passing is tried again, later each time, and is dead after its attempts',
    onFresh(async (engine, { advance, leaseMs }) => {
      const retry = { attempts: 3, baseMs: 200, jitter: 0 };
      await engine.submit(aJob(1, { retry }));
      for (const waitMs of [200, 400]) {
        const error = { type: 'TRANSIENT', message: 'busy' };
        await engine.journal(await claimed(engine, leaseMs), { kind: 'failed', error, retry: true });
        expect(await engine.claim(aWorker(), leaseMs)).toBeUndefined();
        await advance(waitMs);
      }
      await engine.journal(await claimed(engine, leaseMs), { kind: 'failed', error: { message: 'busy' }, retry: true });
      expect(await engine.units('j1')).toMatchObject([{ state: 'dead', attempt: 3, error: { message: 'busy' } }]);
    }),
  );

  test(
    'M51 a job that settled is opened again with its journal, and units that are done stay done',
    onFresh(async (engine, { leaseMs }) => {
      await engine.submit(aJob(2, { keepGoing: true }));
      await engine.journal(await claimed(engine, leaseMs), { kind: 'done', output: 1 });
      const bad = await claimed(engine, leaseMs);
      await engine.journal(bad, { kind: 'step', key: 'k', output: 1 });
      await engine.journal(bad, { kind: 'failed', error: { message: 'no' }, retry: false });
      expect(await engine.retry('j1', { states: ['dead'] })).toBe(0);
      expect(await engine.retry('j1')).toBe(1);
      const again = await claimed(engine, leaseMs);
      expect([again.unit.id, again.done]).toEqual(['u2', { k: 1 }]);
      await engine.journal(again, { kind: 'done', output: 2 });
      expect(await engine.get('j1')).toMatchObject({ state: 'done', counts: { done: 2 } });
      expect((await kindsOf(engine)).slice(-4)).toEqual(['retried', 'claimed', 'done', 'settled']);
    }),
  );

  test(
    'M51 without keepGoing a unit that fails cancels the rest, which a retry opens again in order',
    onFresh(async (engine, { leaseMs }) => {
      const join = { id: 'join', input: null, after: ['u1', 'u2'] };
      await engine.submit(aJob(0, { units: [...aJob(2).units, join] }));
      await engine.journal(await claimed(engine, leaseMs), { kind: 'failed', error: { message: 'no' }, retry: false });
      expect(await statesOf(engine)).toEqual({ u1: 'failed', u2: 'cancelled', join: 'cancelled' });
      expect((await engine.get('j1'))?.state).toBe('failed');
      expect(await engine.retry('j1')).toBe(3);
      expect(await statesOf(engine)).toEqual({ u1: 'ready', u2: 'ready', join: 'blocked' });
    }),
  );

  test(
    'M53 a retry moves a job to another build',
    onFresh(async (engine, { leaseMs }) => {
      await engine.submit(aJob(1));
      await engine.cancel('j1');
      await engine.retry('j1', { build: 'b2' });
      expect(await engine.claim(aWorker(), leaseMs)).toBeUndefined();
      expect(await engine.claim(aWorker('w', { build: 'b2' }), leaseMs)).toBeDefined();
      expect((await engine.get('j1'))?.build).toBe('b2');
    }),
  );

  test(
    'a job that has not settled in its time is cancelled',
    onFresh(async (engine, { advance, leaseMs }) => {
      await engine.submit(aJob(1, { expiresMs: 800 }));
      await advance(1_000);
      expect(await engine.claim(aWorker(), leaseMs)).toBeUndefined();
      expect((await engine.get('j1'))?.state).toBe('cancelled');
    }),
  );

  test(
    'a job that is not there is told so',
    onFresh(async (engine) => {
      await expect(engine.cancel('j9')).rejects.toThrow('Cannot find the job "j9"');
      expect(await engine.get('j9')).toBeUndefined();
      expect(await engine.units('j9')).toEqual([]);
    }),
  );
}
