import type { ConformanceCase } from '../conformance-case.js';
import { alive } from './alive.js';

/** Actions and tasks: R5 and R52 to R56. */
export const actionCases: readonly ConformanceCase[] = [
  {
    id: 'R52',
    sentence: 'a mark names the action of a method, and calling the method stays what it was',
    steps: [{ hello: { actions: ['shout'] } }, { action: 'callsMarked', gives: ['A', 'shout', 'B'] }],
  },
  {
    id: 'R53',
    sentence: 'the actions are those of the class and of those it extends; methods without a mark add none',
    steps: [
      { hello: { actions: ['echo', 'inherited', 'overridden'] } },
      { action: 'isAction', named: { name: 'unmarked' }, gives: false },
      { action: 'isAction', named: { name: 'inherited' }, gives: true },
    ],
  },
  {
    id: 'R54',
    sentence: 'an action is called with named arguments, own or inherited, and gives its result',
    steps: [
      { action: 'ping', gives: 'pong' },
      { action: 'ping', named: {}, gives: 'pong' },
      { action: 'inherited', named: { value: 1 }, gives: ['inherited', 1] },
      { action: 'later', named: { value: 2 }, gives: 2 },
      { action: 'nothing', gives: null },
    ],
  },
  {
    id: 'R54',
    sentence: 'arguments that do not fit are the mistake of the caller',
    steps: [
      { action: 'strict', named: {}, fails: { code: 'INPUT', fieldsInvalid: ['text'] } },
      { action: 'strict', named: { text: 'a', other: 1 }, fails: { code: 'INPUT', fieldsInvalid: ['other'] } },
      alive,
    ],
  },
  {
    id: 'R55',
    sentence: 'an unknown action is an input error, and so are names that every object has',
    steps: [
      ...['nope', 'constructor', '__proto__', '__init__', 'unmarked', 'initialize', ''].map((action) => ({
        action,
        fails: { code: 'INPUT', fieldsInvalid: ['action'] },
      })),
      { op: 'actionStream', action: 'nope', fails: { code: 'INPUT', fieldsInvalid: ['action'] } },
      alive,
    ],
  },
  {
    id: 'R56',
    sentence: 'an override of a handler runs without being declared again, and null takes an action away',
    steps: [
      { action: 'overridden', gives: 'the override' },
      { action: 'removed', fails: { code: 'INPUT', fieldsInvalid: ['action'] } },
    ],
  },
  {
    id: 'R5',
    sentence: 'a typed task lives on an adapter, and its methods are called by name',
    steps: [
      { hello: { adapters: { describe: ['describe', 'lines'] } } },
      { op: 'task', task: 'describe', method: 'describe', named: { value: 7 }, gives: ['conformance', 7] },
      { op: 'taskStream', task: 'describe', method: 'lines', named: { value: 2 }, gives: [1, 2] },
      { op: 'task', task: 'describe', method: 'lines', named: { value: 2 }, gives: [1, 2] },
      { op: 'task', task: 'other', method: 'describe', fails: { code: 'INPUT', fieldsInvalid: ['task'] } },
      ...['_hidden', 'constructor', '__init__', 'nope'].map((method) => ({
        op: 'task' as const,
        task: 'describe',
        method,
        fails: { code: 'INPUT', fieldsInvalid: ['method'] },
      })),
      alive,
    ],
  },
  {
    id: 'R5',
    sentence: 'an adapter that cannot be made, and a second one for a task, are listed and the others serve',
    steps: [
      { hello: { adapterFailures: [{ name: 'BrokenTask' }, { name: 'SecondTask' }] } },
      { op: 'task', task: 'describe', method: 'describe', named: { value: 1 }, gives: ['conformance', 1] },
    ],
  },
  {
    sentence: 'a call may call another tool, which the host runs, and gets its result or its error',
    steps: [
      {
        action: 'calls',
        named: { tool: 'add', input: { a: 1, b: 2 } },
        tools: { add: { gives: 3 } },
        gives: { gave: 3 },
      },
      {
        action: 'calls',
        named: { tool: 'add', input: {} },
        tools: { add: { fails: 'nothing to add' } },
        gives: { failed: 'nothing to add' },
      },
      alive,
    ],
  },
];
