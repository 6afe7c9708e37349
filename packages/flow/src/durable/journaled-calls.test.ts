import { RESPONSE_SCHEMA_VERSION, type Json, type ToolResponse } from '@helve/core';
import { describe, expect, test } from 'vitest';
import type { StepCall } from '../engine/run-env.js';
import { aJob, aWorker } from '../testing/engine/engine-bed.js';
import { createMemoryEngine } from './create-memory-engine.js';
import { journaledCalls } from './journaled-calls.js';
import { runUnits } from './run-units.js';
import type { StepEffect } from './unit-context.js';

const step = { document: 'a.json', node: '1' };

function answerOf(tool: string, data: unknown): ToolResponse {
  const meta = { toolId: tool, toolVersion: '1.0.0', registryVersion: '', requestId: 'r', duration: 0 };
  return { ok: true, data, intents: [], meta: { ...meta, responseSchemaVersion: RESPONSE_SCHEMA_VERSION } };
}

function refusalOf(tool: string): ToolResponse {
  const { meta } = answerOf(tool, null);
  const error = { type: 'TRANSIENT', message: 'busy', retryable: true, partialSideEffects: false } as const;
  return { ok: false, error, intents: [], meta };
}

/** Makes the same calls in every attempt of a unit, of which each but the last is broken off behind the given call. */
async function callInAttempts(
  inputs: readonly Json[],
  breaks: readonly number[],
  answer: (input: Json, asked: number) => ToolResponse,
  effect: StepEffect = 'none',
) {
  const engine = createMemoryEngine();
  await engine.submit(aJob(1, { retry: { attempts: 9, baseMs: 0 } }));
  const asked: { input: Json; key: string | undefined }[] = [];
  const got: unknown[] = [];
  const call: StepCall = async ({ input, idempotencyKey }) => {
    asked.push({ input, key: idempotencyKey });
    return answer(input, asked.length);
  };
  let attempt = 0;
  await runUnits(engine, {
    worker: aWorker(),
    untilIdle: true,
    retries: () => true,
    async run(unit) {
      const calls = journaledCalls(unit, call, () => effect);
      const last = breaks[attempt++];
      got.length = 0;
      for (const [at, input] of inputs.entries()) {
        got.push(await calls({ tool: 'ask', input }, step));
        if (at === last) throw new Error('killed');
      }
      return { output: null };
    },
  });
  return { asked, got, units: await engine.units('j1') };
}

describe('journaledCalls', () => {
  test('M6 an attempt gets the answers that an earlier one has recorded, and asks for the rest', async () => {
    const inputs = ['a', 'b', 'a', 'c'];
    const { asked, got } = await callInAttempts(inputs, [1, 2], (input, n) =>
      answerOf('ask', `${JSON.stringify(input)} ${n}`),
    );
    expect(asked.map(({ input }) => input)).toEqual(inputs);
    expect(got).toMatchObject([{ data: '"a" 1' }, { data: '"b" 2' }, { data: '"a" 3' }, { data: '"c" 4' }]);
  });

  test('M33 the key of a call goes along with what it writes, and is the same in every attempt', async () => {
    const fail = (_: Json, n: number) => (n === 1 ? refusalOf('ask') : answerOf('ask', n));
    const { asked } = await callInAttempts(['a', 'a'], [0], fail, 'keyed');
    expect(asked).toHaveLength(3);
    // The call that failed keeps its number: the next attempt begins with the one behind it.
    expect(new Set(asked.map(({ key }) => key)).size).toBe(3);
    expect(asked.every(({ key }) => /^[0-9a-f]{64}$/.test(key ?? ''))).toBe(true);
  });

  test('an answer that JSON cannot hold is asked for again', async () => {
    const bytes = () => ({ ...answerOf('ask', null), data: new Uint8Array([1]) });
    const engine = createMemoryEngine();
    await engine.submit(aJob(1, { retry: { attempts: 2, baseMs: 0 } }));
    let asked = 0;
    await runUnits(engine, {
      worker: aWorker(),
      untilIdle: true,
      retries: () => true,
      async run(unit) {
        const calls = journaledCalls(
          unit,
          async () => ((asked += 1), bytes()),
          () => 'none',
        );
        await calls({ tool: 'ask', input: 1 }, step);
        if (asked === 1) throw new Error('killed');
        return { output: null };
      },
    });
    expect(asked).toBe(2);
  });
});
