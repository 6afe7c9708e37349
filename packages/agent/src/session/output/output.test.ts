import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { callsFor, says, type Scene, type ScenePrompt } from '@helve/agent/testing';
import { all, aTool, counted, of, outcomes, scripted, until, utility, write } from '../../../../../test/session-kit.js';

const output = z.object({ city: z.string(), degrees: z.number() });
const paris = { city: 'Paris', degrees: 21 };
const looking = (scenes: readonly Scene[], limits = {}) =>
  scripted(scenes, { tools: [aTool('look', utility)], limits });

test('a turn ends with a final answer that fits its schema, typed, and the session goes on', async () => {
  const { session, transport } = looking([callsFor(['look']), callsFor(['final_answer', paris, 'f']), says('hello')]);
  const run = session.run('How warm is it?', { output });
  const events = await all(run);
  const answer = await run.output;
  expectTypeOf(answer).toEqualTypeOf<{ city: string; degrees: number }>();
  expect(answer).toEqual(paris);
  expect(of(events, 'output')).toMatchObject([{ value: paris }]);
  expect(of(events, 'turn_end')).toMatchObject([{ reason: 'done' }]);
  // The call of the answer is answered, is no call of a tool, and stays in the transcript.
  expect(transport.results.at(-1)).toMatchObject({ id: 'f', result: { ok: true } });
  expect(outcomes(events)).toEqual(['ok']);
  expect(session.transcript.at(-1)).toMatchObject({ role: 'model', text: JSON.stringify(paris) });
  await all(session.run('thanks'));
  expect(transport.setup.tools.map((one) => JSON.stringify(one)).join()).not.toContain('final_answer');
});

test('an answer that does not fit is repaired once, with what is wrong', async () => {
  const prompts: ScenePrompt[] = [];
  const repair: Scene = (prompt) => {
    prompts.push(prompt);
    return callsFor(['final_answer', paris]);
  };
  const { session } = looking([callsFor(['final_answer', { city: 'Paris' }]), repair]);
  const run = session.run('How warm is it?', { output });
  expect(await run.output).toEqual(paris);
  expect(prompts[0]?.setup.toolChoice).toEqual({ name: 'final_answer' });
  expect(prompts[0]?.results?.[0]?.result).toMatchObject({
    ok: false,
    error: { type: 'VALIDATION', details: { issues: [{ pointer: '/degrees' }] } },
  });
});

test.each([
  ['twice an answer that does not fit', [callsFor(['final_answer', {}]), callsFor(['final_answer', '[1'])]],
  ['nothing but text', [says('It is warm'), says('Really warm')]],
  [
    'text, and then an answer that does not fit, twice',
    [says('!'), callsFor(['final_answer', {}]), says('{"city":1}')],
  ],
])('run.output rejects when the model gives %s', async (_, scenes) => {
  const { session } = looking(scenes);
  const run = session.run('How warm is it?', { output });
  const events = await all(run);
  expect(of(events, 'turn_end')).toMatchObject([{ reason: 'output-invalid' }]);
  await expect(run.output).rejects.toMatchObject({ code: 'AGENT_OUTPUT_INVALID' });
});

test('an answer that was written as text counts if it fits; else the model is reminded', async () => {
  const asText = looking([says('```json\n{"city":"Paris","degrees":21}\n```')]).session.run('?', { output });
  expect(await asText.output).toEqual(paris);
  const { session, transport } = looking([says('It is warm'), callsFor(['final_answer', paris])]);
  expect(await session.run('?', { output }).output).toEqual(paris);
  expect(transport.userTexts.at(-1)).toBe('[Note: Give the whole final answer by calling "final_answer".]');
});

test('the last step asks for the answer alone', async () => {
  const { tool, ran } = counted('send', write);
  const choices: unknown[] = [];
  const last: Scene = ({ setup }) => {
    choices.push(setup.toolChoice);
    return callsFor(['send'], ['final_answer', paris]);
  };
  const { session } = scripted([callsFor(['send', { n: 1 }]), last], { tools: [tool], limits: { stepsPerTurn: 2 } });
  const run = session.run('?', { output });
  expect(outcomes(await all(run))).toEqual(['ok', 'BUDGET_EXCEEDED']);
  expect([choices, ran.length, await run.output]).toEqual([[{ name: 'final_answer' }], 1, paris]);
});

test('run.output rejects when the turn is interrupted, and a schema must describe an object', async () => {
  const { session, transport } = scripted([], { tools: [], script: { silent: true } });
  const run = session.run('?', { output });
  await until(() => transport.sent.some(({ kind }) => kind === 'again'));
  await session.interrupt();
  await run.done;
  await expect(run.output).rejects.toMatchObject({ code: 'AGENT_OUTPUT_INVALID' });
  const list = looking([]).session.run('?', { output: { type: 'array', items: { type: 'string' } } });
  expect(of(await all(list), 'error')[0]?.error.message).toContain('must be the schema of an object');
  expect(await looking([says('hi')]).session.run('?').output).toBeUndefined();
});
