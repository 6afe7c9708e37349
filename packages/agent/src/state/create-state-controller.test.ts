import { expect, test } from 'vitest';
import { createStateController } from '../index.js';

test('createStateController holds facts, and hands out frozen snapshots that stay as they were', () => {
  const initial = { mode: 'voice', nested: { list: [1] } };
  const controller = createStateController(initial);
  const before = controller.getSnapshot();
  expect(controller.get('mode')).toBe('voice');
  expect(controller.get('toString')).toBeUndefined();
  expect(() => Object.assign(before, { mode: 'text' })).toThrow('read only');
  expect(() => (before['nested'] as { list: number[] }).list.push(2)).toThrow('not extensible');
  initial.nested.list.push(3);
  controller.set('name', 'Ada');
  expect(before['name']).toBeUndefined();
  expect(controller.getSnapshot()).toMatchObject({ name: 'Ada', nested: { list: [1] } });
});

test('F66: each intent has its effect on the state', () => {
  const controller = createStateController({ mode: 'voice' });
  const apply = (intent: unknown) => controller.applyIntent(intent, { callId: 'c1', tool: 't', turn: 3 });
  expect(apply({ type: 'SUPPRESS_AUDIO', value: true })).toMatchObject({
    applied: true,
    call: 'c1',
    tool: 't',
    turn: 3,
  });
  apply({ type: 'SUPPRESS_TRANSCRIPT' });
  apply({ type: 'SET_PENDING_MESSAGE', message: 'one' });
  apply({ type: 'SET_PENDING_MESSAGE', message: 'two' });
  apply({ type: 'END_VOICE_SESSION', after: 'immediate' });
  apply({ type: 'END_VOICE_SESSION' });
  expect(controller.getSnapshot()).toMatchObject({
    suppressAudio: true,
    suppressTranscript: true,
    pendingMessage: 'two',
    ending: 'immediate',
  });
  expect(controller.history).toHaveLength(6);
  expect(Object.isFrozen(controller.history[0])).toBe(true);
});

test('listeners hear of every change, and one that throws keeps nobody else from hearing', () => {
  const thrown: unknown[] = [];
  const heard: unknown[] = [];
  const controller = createStateController({}, { report: (error) => thrown.push(error) });
  controller.subscribe(() => {
    throw new Error('bug');
  });
  const stop = controller.subscribe(({ pendingMessage }) => heard.push(pendingMessage));
  controller.applyIntent({ type: 'SET_PENDING_MESSAGE', message: 'hi' });
  controller.applyIntent({ type: 'NOTHING' });
  stop();
  controller.set('pendingMessage', undefined);
  expect(heard).toEqual(['hi']);
  expect(thrown).toHaveLength(2);
});

test('the last thousand intents are remembered', () => {
  const controller = createStateController();
  for (let n = 0; n < 1_010; n += 1) controller.applyIntent({ type: 'SET_PENDING_MESSAGE', message: `m${n}` });
  expect(controller.history).toHaveLength(1_000);
  expect(controller.history[0]?.intent).toEqual({ type: 'SET_PENDING_MESSAGE', message: 'm10' });
});
