import { describe, expect, test } from 'vitest';
import { CapabilityInputError } from '../error/input-errors.js';
import type { StructuralSurface } from '../surface/structural-surface.js';
import { dispatchToTask, taskMethods } from './dispatch-to-task.js';
import { planAdapters } from './plan-adapters.js';
import { TaskAdapter } from './task-adapter.js';

const surface: StructuralSurface = {
  methods: [{ name: 'run', signature: 'run(a)', params: ['a'] }],
  properties: [],
  attributes: [],
};
const adapter = (name: string, taskName: string, needs = 'run') => ({
  name,
  taskName,
  protocolMembers: { methods: [{ name: needs }], properties: [] },
});
const all = [adapter('z#Z', 'say'), adapter('a#A', 'say'), adapter('b#B', 'hear'), adapter('c#C', 'see', 'look')];
const plan = (list?: readonly string[]) =>
  planAdapters(all, surface, { capabilityName: 'tool', ...(list === undefined ? {} : { list }) });

describe('planAdapters', () => {
  test('without a list every fitting adapter is bound; a second one for a task is listed by name order', () => {
    const { bound, failures } = plan();
    expect(bound.map(({ name }) => name)).toEqual(['a#A', 'b#B']);
    expect(failures).toEqual([{ name: 'z#Z', taskName: 'say', reason: 'the task "say" already has "a#A"' }]);
  });

  test('a list binds what it names, in its order', () => {
    expect(plan(['z#Z', 'b#B']).bound.map(({ name }) => name)).toEqual(['z#Z', 'b#B']);
    expect(plan([]).bound).toEqual([]);
  });

  test.each([
    [['z#z'], 'there is no adapter "z#z"'],
    [['c#C'], '"c#C" does not fit: There is no method "look"'],
    [['z#Z', 'z#Z'], 'listed twice'],
    [['z#Z', 'a#A'], 'the task "say" already has "z#Z"'],
  ])('a list that cannot be kept fails as a whole: %j', (list, message) => {
    expect(() => plan(list)).toThrow(message);
    try {
      plan(list);
    } catch (error) {
      expect(CapabilityInputError.is(error) && error.fieldsInvalid).toEqual(['adapters']);
    }
  });
});

interface Shouter {
  shout(text: string): string;
}

class Speak extends TaskAdapter<Shouter> {
  static override readonly taskName = 'speak';
  static override readonly requiredToolProtocol = { methods: [{ name: 'shout', params: ['text'] }] };
  say({ text = 'nothing' }: { text?: string }) {
    return this.tool.shout(text);
  }
  get secretly() {
    return () => 'no';
  }
  _hidden() {}
}

class SpeakTwice extends Speak {
  override say({ text = '' }: { text?: string }) {
    return super.say({ text: text + text });
  }
}

describe('dispatchToTask', () => {
  const adapters = new Map([['speak', new SpeakTwice({ shout: (text) => text.toUpperCase() })]]);

  test('calls the method of the adapter with named arguments', () => {
    expect(dispatchToTask(adapters, 'speak', 'say', { text: 'ab' })).toBe('ABAB');
    expect(dispatchToTask(new Map([['speak', new Speak({ shout: String })]]), 'speak', 'say')).toBe('nothing');
    expect(taskMethods(SpeakTwice)).toEqual(['say']);
  });

  test.each([
    ['listen', 'say', 'task'],
    ['speak', 'sya', 'method'],
    ['speak', '_hidden', 'method'],
    ['speak', 'constructor', 'method'],
    ['speak', '__proto__', 'method'],
    ['speak', 'secretly', 'method'],
    ['speak', 'tool', 'method'],
    ['speak', 'toString', 'method'],
  ])('refuses %s.%s', (task, name, field) => {
    try {
      dispatchToTask(adapters, task, name, {});
      expect.unreachable();
    } catch (error) {
      expect(CapabilityInputError.is(error) && error.fieldsInvalid).toEqual([field]);
    }
  });
});
