import type { ConformanceCase } from '../conformance-case.js';

const beating = { label: 'beating' };
const phase = (name: string) => ({ reports: { progress: [{ phase: name, says: `${name} (` }] } });

/** Progress, usage, heartbeats and facts: R48 to R51, and §10. */
export const reportCases: readonly ConformanceCase[] = [
  {
    id: 'R48',
    sentence: 'progress is between 0 and 1 or unknown, and clamped with one warning per call',
    steps: [
      {
        action: 'progress',
        named: {
          reports: [
            [0.25, 'a quarter'],
            [7, 'too much'],
            [-3, 'too little'],
            [-1, 'unknown'],
          ],
        },
        gives: null,
        reports: {
          progress: [
            { progress: 0.25, says: 'a quarter' },
            { progress: 1, says: 'too much' },
            { progress: 0, says: 'too little' },
            { progress: -1, says: 'unknown' },
          ],
          progressFrames: { atLeast: 4, atMost: 4 },
          logs: [{ level: 'warn', says: 'clamped' }],
        },
      },
    ],
  },
  {
    id: 'R48',
    sentence: 'progress that is no number is an input error',
    steps: ['NaN', 'Infinity', '-Infinity'].map((data) => ({
      action: 'progress',
      named: { reports: [[{ __wire__: 'number', data }, 'x']] },
      fails: { code: 'INPUT' },
    })),
  },
  {
    id: 'R48',
    sentence: 'a burst of progress is one frame each 50 ms, and the last value is always sent',
    steps: [
      {
        action: 'burst',
        named: { ms: 300 },
        gives: null,
        reports: { progress: [{ progress: 1, says: 'over' }], progressFrames: { atLeast: 2, atMost: 9 } },
      },
    ],
  },
  {
    id: 'R49',
    sentence: 'usage is set or added per call and unit, in failed calls and streams too',
    steps: [
      {
        action: 'usage',
        named: {
          reports: [
            [{ tokens: 5 }, false],
            [{ tokens: 3 }, false],
            [{ tokens: 4, pages: 2 }, true],
          ],
        },
        gives: null,
        reports: { usage: { tokens: 7, pages: 2 } },
      },
      {
        action: 'usage',
        named: { reports: [[{ tokens: 10 }, true]], fail: true },
        fails: { code: 'INPUT' },
        reports: { usage: { tokens: 10 } },
      },
      {
        op: 'actionStream',
        action: 'usedNumbers',
        named: { to: 3 },
        gives: [1, 2, 3],
        reports: { usage: { chunks: 3 } },
      },
      { action: 'ping', gives: 'pong', reports: { usage: {} } },
    ],
  },
  {
    id: 'R49',
    sentence: 'usage is a finite number from 0 on',
    steps: [
      { action: 'spend', named: { tokens: 5 }, gives: null, reports: { usage: { tokens: 5 } } },
      ...[-5, { __wire__: 'number', data: 'NaN' }, { __wire__: 'number', data: 'Infinity' }].map((tokens) => ({
        action: 'spend',
        named: { tokens },
        fails: { code: 'INPUT', fieldsInvalid: ['tokens'] },
      })),
    ],
  },
  {
    id: 'R50',
    sentence: 'a heartbeat keeps progress and message moving, follows reports and stops with its block',
    steps: [
      {
        action: 'beat',
        named: { phase: 'loading', ms: 400, intervalMs: 80, progress: 0.5, rebase: 'almost' },
        gives: null,
        reports: {
          progress: [
            { progress: 0.5, says: 'loading (0.0s)', phase: 'loading' },
            { progress: 0.5, says: 'loading (0.' },
            { progress: 0.75, says: 'almost (0.' },
          ],
          progressFrames: { atLeast: 4, atMost: 12 },
        },
      },
    ],
  },
  {
    id: 'R50',
    sentence: 'a block that never gives its thread back cannot stop a heartbeat',
    steps: [
      {
        action: 'beatBusy',
        named: { phase: 'busy', ms: 500, intervalMs: 100 },
        gives: null,
        reports: { progress: [{ progress: -1, says: 'busy (0.0s)' }], progressFrames: { atLeast: 3 } },
      },
    ],
  },
  {
    id: 'R51',
    sentence: 'heartbeats work in every hook, call and task',
    steps: [
      { op: 'initialize', args: [beating], gives: null, ...phase('initialize') },
      { op: 'prefetch', gives: null, ...phase('prefetch') },
      { op: 'reconfigure', args: [beating, beating], gives: null, ...phase('reconfigure') },
      {
        op: 'execute',
        args: ['beat'],
        named: { phase: 'execute', ms: 5, intervalMs: 20 },
        gives: null,
        ...phase('execute'),
      },
      { action: 'beat', named: { phase: 'action', ms: 5, intervalMs: 20 }, gives: null, ...phase('action') },
      { op: 'actionStream', action: 'beatingStream', gives: [1], ...phase('stream') },
      {
        op: 'task',
        task: 'describe',
        method: 'describe',
        named: { value: 1 },
        gives: ['conformance', 1],
        ...phase('task'),
      },
      { op: 'initialize', args: [{ label: 'none' }], gives: null },
    ],
  },
  {
    id: 'R51',
    sentence: 'heartbeats work before hello',
    worker: { probe: 'SlowProbe' },
    steps: [{ boot: { progress: [{ says: 'importing (0.0s)', phase: 'importing' }], progressFrames: { atLeast: 2 } } }],
  },
  {
    sentence: 'the envelope of a call is there across awaits',
    steps: [
      {
        action: 'context',
        envelope: { callId: 'c9', runId: 'r1', attempt: 2, control: { force: true } },
        gives: { same: true, callId: 'c9', runId: 'r1', attempt: 2, control: { force: true } },
      },
    ],
  },
  {
    sentence: 'facts beside the result reach the host, of failed calls too',
    steps: [
      {
        action: 'account',
        named: { type: 'cache', payload: { hit: true } },
        gives: null,
        reports: { accounts: [{ type: 'cache', payload: { hit: true } }] },
      },
      {
        action: 'account',
        named: { type: 'saved', payload: [1], fail: true },
        fails: { code: 'INPUT' },
        reports: { accounts: [{ type: 'saved', payload: [1] }] },
      },
    ],
  },
  {
    sentence: 'logs have their level and the id of their call',
    steps: ['info', 'warn', 'error'].map((level) => ({
      action: 'log',
      named: { level, message: `said as ${level}` },
      gives: null,
      reports: { logs: [{ level, says: `said as ${level}` }] },
    })),
  },
];
