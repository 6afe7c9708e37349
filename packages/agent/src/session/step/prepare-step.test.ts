import { expect, test } from 'vitest';
import type { StepFacts, StepPlan } from '@helve/agent';
import { callsFor, says, type ScenePrompt } from '@helve/agent/testing';
import {
  all,
  aTool,
  counted,
  of,
  outcomes,
  record,
  scripted,
  until,
  utility,
  write,
} from '../../../../../test/session-kit.js';

const tools = () => [aTool('look', utility), aTool('send', write)];

/** The setup of each step that the provider was asked for. */
function watched() {
  const setups: ScenePrompt['setup'][] = [];
  const scene = (events: ReturnType<typeof says>) => (prompt: ScenePrompt) => {
    setups.push(prompt.setup);
    return events;
  };
  const names = () => setups.map(({ tools: declared }) => declared.map(nameOf));
  return { setups, scene, names };
}

function nameOf(definition: object): unknown {
  return Reflect.get(Reflect.get(definition, 'function') as object, 'name');
}

test('the choice of a turn is for its first step, and the last step has none', async () => {
  const { setups, scene } = watched();
  const scenes = [scene(callsFor(['look'])), scene(callsFor(['look'])), scene(says('done')), scene(says('hello'))];
  const { session } = scripted(scenes, { tools: tools(), limits: { stepsPerTurn: 3 } });
  await all(session.run('go', { toolChoice: { name: 'look' } }));
  await all(session.run('go'));
  expect(setups.map(({ toolChoice }) => toolChoice)).toEqual([{ name: 'look' }, 'auto', 'none', 'auto']);
});

test('prepareStep gets the facts of each step, and changes model, tools, choice and instructions of that step', async () => {
  const { setups, scene, names } = watched();
  const facts: StepFacts[] = [];
  const plans: (StepPlan | undefined)[] = [
    { model: 'small', tools: ['look'], toolChoice: 'required', instructions: 'Be brief' },
    undefined,
  ];
  const { session } = scripted([scene(callsFor(['look', {}, 'a'])), scene(says('done'))], {
    tools: tools(),
    instructions: 'Be kind',
    prepareStep: (step) => {
      facts.push(step);
      return plans.shift();
    },
  });
  await all(session.run('go'));
  expect(facts).toMatchObject([
    { turn: 1, step: 1, calls: [], totals: { steps: 0 }, user: { id: 'anonymous' }, history: [{ user: 'go' }] },
    { turn: 1, step: 2, calls: [{ callId: 'a', tool: 'look', ok: true }], totals: { steps: 1, calls: 1 } },
  ]);
  expect(facts[1]?.history).toEqual([{ user: 'go' }, { call: 'a' }, { result: 'a', ok: true }]);
  expect(setups).toMatchObject([
    { model: 'small', toolChoice: 'required', instructions: 'Be brief' },
    { toolChoice: 'auto', instructions: expect.stringContaining('Be kind') as string },
  ]);
  expect(setups[1]?.model).toBeUndefined();
  expect(names()).toEqual([['look'], ['look', 'send', 'tool_docs']]);
});

test('a call of a tool that the step does not offer is refused', async () => {
  const { tool, ran } = counted('send', write);
  const scenes = [callsFor(['send']), callsFor(['send']), says('done')];
  const offers: readonly StepPlan[] = [{ tools: ['look'] }, { tools: [] }];
  const { session } = scripted(scenes, {
    tools: [aTool('look', utility), tool],
    prepareStep: ({ step }) => offers[step - 1],
  });
  const events = await all(session.run('go'));
  expect(outcomes(events)).toEqual(['AUTH', 'AUTH']);
  expect(of(events, 'tool_result')[0]?.response).toMatchObject({
    error: { message: 'Cannot call "send": this step does not offer it' },
  });
  expect(ran).toEqual([]);
});

test('prepareStep ends a turn before its next step, and replaces the conversation', async () => {
  const { session, transport } = scripted([callsFor(['look', {}, 'a']), says('again')], {
    tools: tools(),
    prepareStep: ({ turn, step, history = [] }) => {
      if (turn === 2) return { history: history.slice(-1) };
      return step === 2 ? { stop: true } : undefined;
    },
  });
  const first = await all(session.run('go'));
  expect(of(first, 'turn_end')).toMatchObject([{ reason: 'stopped', totals: { steps: 1, calls: 1 } }]);
  expect(transport.results.map(({ id }) => id)).toEqual(['a']);
  const second = await all(session.run('and now?'));
  expect(of(second, 'text').map(({ text }) => text)).toEqual(['again']);
  expect(transport.history()).toEqual([{ user: 'and now?' }]);
});

test.each([
  ['a tool that there is not', { tools: ['lok'] }, 'there is no tool "lok"'],
  ['a misspelt field', { toolz: [] }, 'unknown option "toolz"'],
  ['a choice of an unknown tool', { toolChoice: { name: 'nothing' } }, 'there is no tool "nothing"'],
])('prepareStep fails its turn with %s', async (_, plan, problem) => {
  const { session } = scripted([says('never')], { tools: tools(), prepareStep: () => plan as StepPlan });
  const events = await all(session.run('go'));
  expect(of(events, 'error')[0]?.error.message).toContain(problem);
  expect(of(events, 'turn_end')).toMatchObject([{ reason: 'failed' }]);
});

test('a live conversation tells that it prepares no steps', async () => {
  const { session } = scripted([], { mode: 'voice', prepareStep: () => ({}), script: { live: true, silent: true } });
  const { seen } = record(session.attach());
  await until(() => of(seen, 'warning').length === 1);
  expect(of(seen, 'warning')).toMatchObject([{ code: 'AGENT_LOSS', details: { what: 'prepareStep' } }]);
  await session.close();
});
