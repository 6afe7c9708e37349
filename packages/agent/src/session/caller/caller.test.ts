import { defineTool, type ToolUser } from '@helve/core';
import { expect, test } from 'vitest';
import { createMemorySessionStore } from '@helve/agent';
import { callsFor, says, type Scene } from '@helve/agent/testing';
import { all, aTool, of, outcomes, scripted, utility } from '../../../../../test/session-kit.js';

const pick = defineTool({
  id: 'pick_colour',
  description: 'Lets the person pick a colour in their browser',
  inputSchema: { type: 'object', properties: { title: { type: 'string' } }, additionalProperties: false },
  outputSchema: { type: 'object', properties: { colour: { type: 'string' } }, required: ['colour'] },
  policy: utility,
});
const tools = [pick, aTool('look', utility)];
const both: readonly Scene[] = [callsFor(['pick_colour', { title: 'Wall' }, 'a'], ['look', {}, 'b']), says('done')];
const red = { callId: 'a', output: { colour: 'red' } };

test('a call of a tool without a body waits for the caller, with the results of its step', async () => {
  const { session, transport } = scripted(both, { tools });
  const first = await all(session.run('paint it'));
  expect(of(first, 'caller_call')).toMatchObject([{ callId: 'a', tool: 'pick_colour', input: { title: 'Wall' } }]);
  expect(of(first, 'tool_result').map(({ callId }) => callId)).toEqual(['b']);
  expect(of(first, 'turn_end')).toMatchObject([{ reason: 'caller-answers' }]);
  expect(transport.results).toEqual([]);
  expect(session.waitingCalls).toEqual([{ callId: 'a', tool: 'pick_colour', input: { title: 'Wall' } }]);
  const second = await all(session.answerCalls([red]));
  expect(of(second, 'tool_result')).toMatchObject([{ callId: 'a', response: { ok: true, data: { colour: 'red' } } }]);
  expect(of(second, 'turn_end')).toMatchObject([{ reason: 'done' }]);
  expect(transport.results.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(session.waitingCalls).toEqual([]);
});

test('an answer is checked by the output schema, and an error of the caller is told to the model', async () => {
  const scenes = [callsFor(['pick_colour', {}, 'a'], ['pick_colour', { title: 'Door' }, 'b']), says('done')];
  const { session, transport } = scripted(scenes, { tools });
  await all(session.run('paint it'));
  const answers = [
    { callId: 'a', output: { color: 'red' } },
    { callId: 'b', error: 'the person closed the window' },
  ];
  const events = await all(session.answerCalls(answers));
  const results = of(events, 'tool_result').toSorted((x, y) => x.callId.localeCompare(y.callId));
  expect(results.map(({ response }) => response)).toMatchObject([
    { ok: false, error: { message: 'Cannot answer for "pick_colour": its output does not fit its output schema' } },
    { ok: false, error: { type: 'PERMANENT', message: 'Cannot finish "pick_colour": the person closed the window' } },
  ]);
  expect(transport.results).toHaveLength(2);
});

test('a call is answered once, and only if it waits', async () => {
  const { session, transport } = scripted([...both, says('hello')], { tools });
  await all(session.run('paint it'));
  const stray = await all(session.answerCalls([{ callId: 'x', output: null }]));
  expect(of(stray, 'error')[0]?.error).toMatchObject({ code: 'AGENT_CALLER_CALL_UNKNOWN' });
  const [once, twice] = await Promise.all([all(session.answerCalls([red])), all(session.answerCalls([red]))]);
  expect([of(once, 'turn_end')[0]?.reason, of(twice, 'turn_end')[0]?.reason]).toEqual(['done', 'failed']);
  expect(transport.results.map(({ id }) => id)).toEqual(['a', 'b']);
});

test('some answers leave the rest waiting, and a person who goes on drops them', async () => {
  const scenes = [callsFor(['pick_colour', {}, 'a'], ['pick_colour', { title: 'Door' }, 'b']), says('fine')];
  const { session, transport } = scripted(scenes, { tools });
  await all(session.run('paint it'));
  const some = await all(session.answerCalls([red]));
  expect(of(some, 'turn_end')).toMatchObject([{ reason: 'caller-answers' }]);
  expect(session.waitingCalls.map(({ callId }) => callId)).toEqual(['b']);
  await all(session.run('never mind'));
  expect(transport.results.map(({ id, result }) => [id, result.ok ? 'ok' : result.error.type])).toEqual([
    ['a', 'ok'],
    ['b', 'CANCELLED'],
  ]);
  expect(transport.userTexts).toEqual(['paint it', 'never mind']);
});

test('waiting calls survive a restart, for their owner alone', async () => {
  const store = createMemorySessionStore();
  const user: ToolUser = { id: 'ada' };
  const begun = scripted(both, { tools, store, user, id: 's' });
  await all(begun.session.run('paint it'));
  await begun.session.close();
  const eve = scripted([], { tools, store, user: { id: 'eve' }, id: 's' });
  const foreign = await all(eve.session.answerCalls([red]));
  expect(of(foreign, 'error')[0]?.error).toMatchObject({ code: 'AGENT_SESSION_FOREIGN' });
  const again = scripted([says('done')], { tools, store, user, id: 's' });
  await all(again.session.answerCalls([red]));
  expect(again.transport.setup.waiting?.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(again.transport.results.map(({ id }) => id)).toEqual(['a', 'b']);
});

test('a call that the rules refuse never reaches the caller', async () => {
  const { session } = scripted([callsFor(['pick_colour', { stray: 1 }]), says('done')], { tools });
  const events = await all(session.run('paint it'));
  expect([outcomes(events), of(events, 'caller_call')]).toEqual([['VALIDATION'], []]);
  const voice = { ...pick, policy: { ...utility, allowedModes: ['voice'] } };
  const other = scripted([callsFor(['pick_colour']), says('done')], { tools: [voice] });
  expect(of(await all(other.session.run('paint it')), 'caller_call')).toEqual([]);
});
