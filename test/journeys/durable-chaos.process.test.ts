import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { isChaos } from '../long-runs.js';
import { chaosJob, eventsOf, expectClean, openChaosBed, untilDone, type WorkerProcess } from './chaos-bed.js';

const count = isChaos ? 2_000 : 100;
const numbers = (length: number) => Array.from({ length }, (_, at) => at);

describe('durable work on one machine', () => {
  test(
    'MV3 is whole though a random one of three processes is killed again and again',
    async () => {
      const bed = await openChaosBed();
      const { engine } = bed;
      await engine.submit(chaosJob(count));
      let started = 0;
      const start = () => bed.start({ id: `w${(started += 1)}`, slots: 2 });
      const workers: WorkerProcess[] = [start(), start(), start()];
      const isOver = async () => (await engine.get('j1'))?.state !== 'running';
      for (let next = 10; !(await isOver()); next += isChaos ? 60 : 20) {
        await untilDone(engine, next);
        if (await isOver()) break;
        const at = Math.floor(Math.random() * workers.length);
        workers[at]?.process.kill('SIGKILL');
        workers[at] = start();
      }
      await expectClean(bed, numbers(count));
      expect((await engine.get('j1'))?.state).toBe('done');
      expect(started).toBeGreaterThan(4);
    },
    isChaos ? 600_000 : 60_000,
  );

  test('MV10 gives up a unit that kills its workers, one that always fails and one that gets no answer', async () => {
    const bed = await openChaosBed();
    const { engine } = bed;
    await engine.submit(
      chaosJob(
        30,
        { keepGoing: true, retry: { attempts: 5, baseMs: 1, jitter: 0 } },
        {
          3: 'kills',
          8: 'throws',
          9: 'hangs',
        },
      ),
    );
    let started = 0;
    const work = async () => {
      while ((await engine.get('j1'))?.state === 'running') {
        const { ended } = bed.start({ id: `w${(started += 1)}`, workMs: 5 });
        await Promise.race([ended, untilDone(engine, Infinity)]);
      }
    };
    await work();
    const good = numbers(30).filter((n) => ![3, 8, 9].includes(n));
    await expectClean(bed, good);
    const bad = (await engine.units('j1')).filter(({ state }) => state === 'dead');
    expect(bad).toMatchObject([
      { id: 'u3', attempt: 3, error: { reason: 'poisoned' } },
      { id: 'u8', error: { type: 'TRANSIENT' } },
      { id: 'u9', error: { type: 'TIMEOUT' } },
    ]);
    const failures = (await eventsOf(engine)).filter(({ kind, unit }) => kind === 'failed' && unit !== 'u3');
    expect(failures).toHaveLength(8);
    expect([(await engine.get('j1'))?.state, started]).toEqual(['partial', 4]);
  });

  test('MV13 makes nothing after a cancel', async () => {
    const bed = await openChaosBed();
    const { engine } = bed;
    await engine.submit(chaosJob(count));
    bed.start({ id: 'a' });
    bed.start({ id: 'b' });
    await untilDone(engine, count * 0.3);
    await engine.cancel('j1');
    const made = await engine.files('j1');
    const units = (await engine.get('j1'))?.counts;
    await sleep(400);
    expect(await engine.files('j1')).toEqual(made);
    expect([units?.done, units?.cancelled]).toEqual([made.length, count - made.length]);
    expect((await eventsOf(engine)).slice(-2).map(({ kind }) => kind)).toEqual(['cancelled', 'settled']);
  });

  test('MV13 counts no attempt for pauses and for processes that are asked to end', async () => {
    const bed = await openChaosBed();
    const { engine } = bed;
    await engine.submit(chaosJob(count));
    let worker = bed.start({ id: 'w0' });
    for (let round = 1; round <= 5; round += 1) {
      await untilDone(engine, (count / 6) * round);
      await engine.pause('j1', { now: round % 2 === 0 });
      const next = bed.start({ id: `w${round}` });
      worker.process.kill('SIGTERM');
      expect(await worker.ended).toBe(0);
      await engine.resume('j1');
      worker = next;
    }
    await untilDone(engine, count);
    await expectClean(bed, numbers(count));
    const attempts = (await engine.units('j1')).map(({ attempt }) => attempt);
    expect(new Set(attempts)).toEqual(new Set([1]));
  });

  test.each(['stubborn', 'blocks'])('MV16 takes a unit from a process that stands still (%s)', async (does) => {
    const bed = await openChaosBed();
    const { engine } = bed;
    await engine.submit(chaosJob(1, {}, { 0: does }));
    const slow = bed.start({ id: 'slow', leaseMs: 600, heartbeatMs: 100, workMs: 1_600 });
    await slow.says('works u0');
    if (does === 'stubborn') slow.process.kill('SIGSTOP');
    const quick = bed.start({ id: 'quick', leaseMs: 600, heartbeatMs: 100, workMs: 1 });
    await untilDone(engine, 1);
    if (does === 'stubborn') slow.process.kill('SIGCONT');
    await slow.says('refused claim-lost');
    expect(await engine.units('j1')).toMatchObject([{ state: 'done', attempt: 2, output: { by: 'quick' } }]);
    expect(quick.lines).toContain('committed');
  });

  test('MV17 repeats no write without a key that was cut off, until a person says what happened', async () => {
    const bed = await openChaosBed();
    const { engine, effects } = bed;
    await engine.submit(chaosJob(1, {}, { 0: 'once' }));
    await bed.start({ id: 'one' }).ended;
    const other = bed.start({ id: 'two' });
    await untilDone(engine, 1);
    expect([...effects.values()]).toEqual([1]);
    expect(await engine.units('j1')).toMatchObject([{ state: 'dead', attempt: 2, error: { outcomeUnknown: true } }]);
    await engine.retry('j1', { assume: 'done' });
    await untilDone(engine, 1);
    expect([effects.size, (await engine.get('j1'))?.state]).toEqual([2, 'done']);
    other.process.kill('SIGTERM');
  });
});
