import type { Json } from '@helve/core';
import { describe, expect, test } from 'vitest';
import type { Engine } from '../contract/engine.js';
import { fakeClock } from '../testing/fake-clock.js';
import { aJob, aWorker } from '../testing/engine/engine-bed.js';
import { createMemoryEngine } from './create-memory-engine.js';
import { runUnits, type RunUnitsOptions } from './run-units.js';
import { stepKey } from './step-key.js';

async function outputsOf(engine: Engine): Promise<string[]> {
  return (await engine.units('j1')).map(({ id, output }) => `${id} ${JSON.stringify(output)}`);
}

describe('runUnits', () => {
  test('K127 a resumed job repeats only what has no record, and its output equals that of an undisturbed run', async () => {
    const run = async (crashes: boolean) => {
      const clock = fakeClock();
      const engine = createMemoryEngine({ now: clock.now });
      await engine.submit(aJob(3, { retry: { baseMs: 0 } }));
      const effects: string[] = [];
      let left = crashes ? 4 : 0;
      const options: RunUnitsOptions = {
        worker: aWorker(),
        untilIdle: true,
        clock,
        async run({ claim, step }) {
          let text: Json = claim.unit.id;
          for (const node of ['1', '2', '3']) {
            text = await step(node, text, async (key) => {
              if (effects.includes(key)) throw new Error('done twice');
              effects.push(key);
              return `${JSON.stringify(text)}>${node}`;
            });
            if ((left -= 1) >= 0 && node !== '3') throw new Error('killed');
          }
          return { output: text };
        },
        retries: () => true,
      };
      await runUnits(engine, options);
      return { outputs: await outputsOf(engine), effects: effects.length };
    };
    const disturbed = await run(true);
    expect(disturbed).toEqual(await run(false));
    expect(disturbed.effects).toBe(9);
  });

  test('K127 the key of a step says job, plan, unit, node and input', () => {
    const facts = { job: 'j', plan: 'p', unit: 'u', node: '1', input: { a: 1 } };
    expect(stepKey(facts)).toBe('5f31e77c0c460a6118ffe85ab170925233f29c3968027ca29178a8a5dd07596e');
    for (const change of [{ job: 'x' }, { plan: 'x' }, { unit: 'x' }, { node: 'x' }, { input: 'x' }]) {
      expect(stepKey({ ...facts, ...change })).not.toBe(stepKey(facts));
    }
  });

  test('K127 waiting for approval ends a unit until the signal comes', async () => {
    const clock = fakeClock();
    const engine = createMemoryEngine({ now: clock.now });
    await engine.submit(aJob(1));
    const options: RunUnitsOptions = {
      worker: aWorker(),
      untilIdle: true,
      clock,
      run: async ({ signalled }) => {
        const answer = signalled('approve');
        return answer === undefined ? { waitFor: 'approve' } : { output: answer };
      },
    };
    expect(await runUnits(engine, options)).toBe(1);
    expect(await runUnits(engine, options)).toBe(0);
    await engine.signal('j1', 'approve', 'yes');
    await runUnits(engine, options);
    expect(await outputsOf(engine)).toEqual(['u1 "yes"']);
  });

  test('K126 heartbeats go out while a unit is worked on, and a lost claim stops the work', async () => {
    const clock = fakeClock();
    const engine = createMemoryEngine({ now: clock.now });
    await engine.submit(aJob(1));
    const seen: string[] = [];
    const working = runUnits(engine, {
      worker: aWorker(),
      untilIdle: true,
      clock,
      run: async ({ signal }) => {
        for (let beat = 0; beat < 6; beat += 1) await clock.advance(10_000);
        seen.push(`held ${String((await engine.claim(aWorker('thief'), 1)) === undefined)}`);
        await engine.cancel('j1');
        await clock.advance(10_000);
        seen.push(`aborted ${String(signal.aborted)}`);
        return { output: 1 };
      },
    });
    await working;
    expect(seen).toEqual(['held true', 'aborted true']);
  });

  test('M33 a step that may happen once is announced first, and an error of its own says that it is over', async () => {
    const engine = createMemoryEngine();
    await engine.submit(aJob(1, { retry: { attempts: 2, baseMs: 0 } }));
    let tries = 0;
    const work = async () => {
      if ((tries += 1) === 1) throw new Error('refused');
      return 'sent';
    };
    const run: RunUnitsOptions['run'] = async ({ step }) => ({ output: await step('1', null, work, 'once') });
    await runUnits(engine, { worker: aWorker(), untilIdle: true, run, retries: () => true });
    expect(await outputsOf(engine)).toEqual(['u1 "sent"']);
    const keys = [];
    for await (const { kind, data } of engine.events('j1')) if (kind === 'step') keys.push(JSON.stringify(data));
    expect(keys.map((key) => key.includes('begin:'))).toEqual([true, true, false]);
  });

  test('M55 units that have no time left yield, and are taken up elsewhere without a counted attempt', async () => {
    const engine = createMemoryEngine();
    await engine.submit(aJob(1));
    const stop = new AbortController();
    const run: RunUnitsOptions['run'] = ({ signal }) => {
      stop.abort();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    };
    expect(await runUnits(engine, { worker: aWorker('a'), signal: stop.signal, run })).toBe(1);
    expect(await engine.claim(aWorker('b'), 1_000)).toMatchObject({ attempt: 1 });
  });
});
