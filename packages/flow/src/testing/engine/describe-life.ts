import { expect, test } from 'vitest';
import { aJob, aWorker, claimed, eventsOf, kindsOf, statesOf, type OnFreshBed } from './engine-bed.js';

/** Submission, order, ends and events. */
export function describeLife(onFresh: OnFreshBed): void {
  test(
    'K125 a job is worked on unit by unit and tells all that happened, until it has settled',
    onFresh(async (engine, { leaseMs }) => {
      expect(await engine.submit(aJob(2, { keepGoing: true }))).toBe(true);
      expect(await engine.submit(aJob(2))).toBe(false);
      const first = await claimed(engine, leaseMs, aWorker('a'));
      const second = await claimed(engine, leaseMs, aWorker('b'));
      expect([first.unit, second.unit]).toMatchObject(aJob(2).units);
      expect(await engine.claim(aWorker('c'), leaseMs)).toBeUndefined();
      await engine.journal(second, { kind: 'done', output: 2 });
      await engine.journal(first, { kind: 'step', key: 'k', output: { n: 1 } });
      await engine.journal(first, { kind: 'failed', error: { message: 'no' }, retry: false });
      const events = await eventsOf(engine);
      expect(events.map(({ kind, unit }) => [kind, unit])).toEqual([
        ['submitted', undefined],
        ['claimed', 'u1'],
        ['claimed', 'u2'],
        ['done', 'u2'],
        ['step', 'u1'],
        ['failed', 'u1'],
        ['settled', undefined],
      ]);
      expect(events.at(-1)?.data).toEqual({ state: 'partial', done: 1, failed: 1, dead: 0, cancelled: 0 });
      expect(await engine.get('j1')).toMatchObject({ state: 'partial', counts: { done: 1, failed: 1, ready: 0 } });
    }),
  );

  test(
    'M15 events reach whoever listened before they happened, and go on after a number',
    onFresh(async (engine, { leaseMs }) => {
      await engine.submit(aJob(1));
      const listening = kindsOf(engine);
      await engine.journal(await claimed(engine, leaseMs), { kind: 'done', output: null });
      expect(await listening).toEqual(['submitted', 'claimed', 'done', 'settled']);
      const rest: number[] = [];
      for await (const { seq } of engine.events('j1', 2)) rest.push(seq);
      expect(rest).toEqual([3, 4]);
    }),
  );

  test(
    'M15 events hold no content',
    onFresh(async (engine, { leaseMs }) => {
      await engine.submit(aJob(1, { data: { text: 'canary' } }));
      const claim = await claimed(engine, leaseMs);
      await engine.journal(claim, { kind: 'step', key: 'k', output: 'canary' });
      await engine.journal(claim, { kind: 'failed', error: { message: 'canary', type: 'PERMANENT' }, retry: false });
      expect(JSON.stringify(await eventsOf(engine))).not.toContain('canary');
    }),
  );

  test(
    'M73 log lines of a job come back by time, with the unit and the worker that wrote them',
    onFresh(async (engine, { leaseMs }) => {
      await engine.submit(aJob(2));
      const [first, second] = [await claimed(engine, leaseMs), await claimed(engine, leaseMs)];
      await engine.log(first, aWorker('a'), { level: 'info', message: 'begins' });
      await engine.log(second, aWorker('b'), { level: 'warn', message: 'x'.repeat(5_000) });
      const lines = await engine.logs('j1');
      expect(lines).toMatchObject([
        { unit: 'u1', worker: 'a', level: 'info', message: 'begins' },
        { unit: 'u2', worker: 'b', level: 'warn' },
      ]);
      expect(lines[1]?.message).toHaveLength(4_001);
      expect(await engine.logs('j1', lines[0]?.seq)).toEqual(lines.slice(1));
      expect(await engine.logs('j9')).toEqual([]);
    }),
  );

  test(
    'M5 units that a unit adds are part of the job, and adding them again adds nothing',
    onFresh(async (engine, { leaseMs }) => {
      await engine.submit(aJob(1));
      const adds = [
        { id: 'u1.c1', input: 1 },
        { id: 'u1.join', input: null, after: ['u1.c1'] },
        { id: 'u1', input: 'again' },
      ];
      await engine.journal(await claimed(engine, leaseMs), { kind: 'done', output: 'split', adds });
      expect(await statesOf(engine)).toEqual({ u1: 'done', 'u1.c1': 'ready', 'u1.join': 'blocked' });
      await engine.journal(await claimed(engine, leaseMs), { kind: 'done', output: 'one' });
      const join = await claimed(engine, leaseMs);
      expect(join).toMatchObject({ unit: { id: 'u1.join' }, after: [{ id: 'u1.c1', state: 'done', output: 'one' }] });
      await engine.journal(join, { kind: 'done', output: null });
      expect(await engine.get('j1')).toMatchObject({ state: 'done', counts: { done: 3 } });
    }),
  );

  test(
    'M39 a unit begins when all before it are over, however they ended',
    onFresh(async (engine, { leaseMs }) => {
      const [a, b] = aJob(2).units;
      const merge = { id: 'b1.merge', input: null, after: ['u1', 'u2'] };
      await engine.submit(aJob(0, { keepGoing: true, units: [...(a && b ? [a, b] : []), merge] }));
      const first = await claimed(engine, leaseMs);
      const second = await claimed(engine, leaseMs);
      expect(await engine.claim(aWorker(), leaseMs)).toBeUndefined();
      await engine.journal(first, { kind: 'failed', error: { message: 'no' }, retry: false });
      expect(await engine.claim(aWorker(), leaseMs)).toBeUndefined();
      await engine.journal(second, { kind: 'done', output: 2 });
      expect((await claimed(engine, leaseMs)).after).toEqual([
        { id: 'u1', state: 'failed' },
        { id: 'u2', state: 'done', output: 2 },
      ]);
    }),
  );

  test(
    'M9 a job whose units could never all have their turn is refused whole',
    onFresh(async (engine) => {
      const input = null;
      const problems = [
        [
          [
            { id: 'a', input },
            { id: 'a', input },
          ],
          'same id',
        ],
        [[{ id: 'a', input, after: ['b'] }], 'not there'],
        [
          [
            { id: 'a', input, after: ['b'] },
            { id: 'b', input, after: ['a'] },
          ],
          'waits for itself',
        ],
        [[{ id: 'a:b', input }], 'other characters'],
        [[{ id: 'a', input: 'x'.repeat(65 * 1024) }], 'more than 65536 bytes'],
      ] as const;
      for (const [units, problem] of problems) await expect(engine.submit(aJob(0, { units }))).rejects.toThrow(problem);
      expect(await engine.list()).toEqual([]);
    }),
  );

  test(
    'M40 units go out by priority, then in the order of submission',
    onFresh(async (engine, { leaseMs }) => {
      await engine.submit(aJob(1));
      await engine.submit(aJob(1, { id: 'j2' }));
      await engine.submit(aJob(1, { id: 'j3', priority: 9 }));
      const order: string[] = [];
      for (let left = 3; left > 0; left -= 1) order.push((await claimed(engine, leaseMs)).job);
      expect(order).toEqual(['j3', 'j1', 'j2']);
    }),
  );

  test(
    'M53 a worker takes units of its build only',
    onFresh(async (engine, { leaseMs }) => {
      await engine.submit(aJob(1));
      expect(await engine.claim(aWorker('w', { build: 'b2' }), leaseMs)).toBeUndefined();
      expect(await engine.claim(aWorker(), leaseMs)).toBeDefined();
    }),
  );

  test(
    'M54 a unit goes to a worker whose labels cover its needs',
    onFresh(async (engine, { leaseMs }) => {
      await engine.submit(aJob(0, { needs: ['eu'], units: [{ id: 'u1', input: 1, needs: ['gpu'] }] }));
      expect(await engine.claim(aWorker('w', { labels: ['gpu'] }), leaseMs)).toBeUndefined();
      const claim = await engine.claim(aWorker('w', { labels: ['gpu', 'eu', 'node'] }), leaseMs);
      expect(claim?.unit.needs).toEqual(['eu', 'gpu']);
    }),
  );

  test(
    'engine.list shows jobs by state, kind and user, the newest first',
    onFresh(async (engine) => {
      await engine.submit(aJob(1));
      await engine.submit(aJob(1, { id: 'j2', userId: 'bob', kind: 'call' }));
      await engine.submit(aJob(1, { id: 'j3' }));
      await engine.cancel('j3');
      const ids = async (filter: Parameters<typeof engine.list>[0]) => (await engine.list(filter)).map(({ id }) => id);
      expect(await ids({})).toEqual(['j3', 'j2', 'j1']);
      expect(await ids({ states: ['running'] })).toEqual(['j2', 'j1']);
      expect(await ids({ userId: 'ada', limit: 1 })).toEqual(['j3']);
      expect(await ids({ kind: 'call' })).toEqual(['j2']);
    }),
  );
}
