import type { ConformanceCase } from './conformance-case.js';

const bytes = { __wire__: 'bytes', data: 'AAH/' };
const date = { __wire__: 'date', data: '1970-01-01T00:00:00.005Z' };
const alive = { action: 'echo', named: { value: 'alive' }, gives: 'alive' } as const;

/** The conformance suite of workers; each language has a program with the capability `ConformanceProbe`. */
export const conformanceCases: readonly ConformanceCase[] = [
  {
    id: 'R5',
    sentence: 'values that JSON lacks arrive as what they were, at any depth',
    steps: [bytes, date, { __wire__: 'bigint', data: '9007199254740993' }, { __wire__: 'number', data: 'NaN' }]
      .map((value) => ({ action: 'echo', named: { value: { at: [value] } }, gives: { at: [value] } }))
      .concat([
        {
          action: 'echo',
          named: { value: { at: [{ __wire__: 'set', data: [1] } as never] } },
          gives: { at: [{ __wire__: 'set', data: [1] } as never] },
        },
      ]),
  },
  {
    id: 'R64',
    sentence: 'an argument that cannot be read fails its call, and the worker goes on',
    steps: [
      ...[
        { kind: 'bigint', data: 'x' },
        { kind: 'map', data: [5] },
        { kind: 'set', data: null },
        { kind: 'file', data: null },
      ].map((malformed) => ({ action: 'echo', malformed, fails: { code: 'PROTOCOL', says: 'Cannot read' } })),
      alive,
    ],
  },
  {
    id: 'R64',
    sentence: 'a result that cannot travel fails its call at once and says why, and the worker goes on',
    steps: [{ action: 'unsendable', fails: { code: 'FATAL', says: 'Cannot send', began: true } }, alive],
  },
  {
    id: 'R64',
    sentence: 'an error with fields or a text that cannot travel is answered at once',
    steps: [
      { action: 'oddError', named: { part: 'field' }, fails: { code: 'TRANSIENT', says: 'odd' } },
      { action: 'oddError', named: { part: 'text' }, fails: { code: 'FATAL', says: 'cannot be' } },
      { op: 'actionStream', action: 'oddError', named: { part: 'field' }, fails: { code: 'TRANSIENT', says: 'odd' } },
      alive,
    ],
  },
  {
    id: 'R5',
    sentence: 'a result over the limit of a frame fails its call, not the worker',
    maxFrameBytes: 100_000,
    steps: [
      { action: 'large', named: { bytes: 200_000 }, fails: { code: 'FATAL', says: 'Cannot send', began: true } },
      {
        op: 'actionStream',
        action: 'largeChunks',
        named: { bytes: 200_000 },
        fails: { code: 'FATAL', says: 'bytes', began: true },
      },
      { action: 'largeError', named: { bytes: 200_000 }, fails: { code: 'FATAL', says: 'xxxx', began: true } },
      alive,
    ],
  },
  {
    id: 'R5',
    sentence: 'a file goes by name, and is gone with its call unless the call gave it away',
    steps: [
      { action: 'file', named: { text: 'content' }, givesAtLeast: { __wire__: 'file', data: { size: 7 } } },
      { action: 'keepsNoFile', gives: false },
    ],
  },
  {
    id: 'R7',
    sentence: 'a generator is a stream, and gives a list or its last value to a caller that takes none',
    steps: [
      { op: 'actionStream', action: 'numbers', named: { to: 3 }, gives: [1, 2, 3] },
      { op: 'actionStream', action: 'laterNumbers', named: { to: 3 }, gives: [1, 2, 3] },
      { op: 'actionStream', action: 'echo', named: { value: [1, 2] }, gives: [[1, 2]] },
      { action: 'numbers', named: { to: 3 }, gives: [1, 2, 3] },
      { action: 'laterNumbers', named: { to: 3 }, gives: [1, 2, 3] },
      { action: 'lastNumber', named: { to: 3 }, gives: 3 },
      { action: 'numbers', named: { to: 0 }, gives: [] },
    ],
  },
  {
    id: 'R7',
    sentence: 'a stream that its consumer leaves closes its generator where it stands',
    steps: [
      { op: 'actionStream', action: 'endless', leftAfter: 2 },
      { action: 'closed', gives: 1 },
      { op: 'actionStream', action: 'laterEndless', leftAfter: 2 },
      { action: 'closed', gives: 2 },
    ],
  },
  {
    id: 'R44',
    sentence: 'a cancel reaches what waits, what works and what streams',
    steps: [
      { action: 'awaits', cancelled: { withinMs: 1000 } },
      { action: 'spins', cancelled: { withinMs: 1000 } },
      { action: 'sleepsInSteps', cancelled: { withinMs: 1000 } },
      alive,
    ],
  },
  {
    id: 'R49',
    sentence: 'usage is a finite number from 0 on',
    steps: [
      { action: 'spend', named: { tokens: 5 }, gives: null },
      ...[-5, { __wire__: 'number', data: 'NaN' }, { __wire__: 'number', data: 'Infinity' }].map((tokens) => ({
        action: 'spend',
        named: { tokens },
        fails: { code: 'INPUT', fieldsInvalid: ['tokens'] },
      })),
    ],
  },
  {
    id: 'R16',
    sentence: 'secrets that come over the channel are there when the module is imported',
    secrets: { CONFORMANCE_SECRET: 'quite secret' },
    steps: [{ action: 'secret', gives: 'quite secret' }],
  },
  {
    id: 'R54',
    sentence: 'arguments that do not fit are the mistake of the caller',
    steps: [
      { action: 'nothing', named: {}, fails: { code: 'INPUT', fieldsInvalid: ['action'] } },
      { op: 'execute', args: ['ping'], gives: 'pong' },
      { op: 'execute', args: ['echo'], named: { value: 42 }, gives: 42 },
    ],
  },
  {
    id: 'R57',
    sentence: 'the surface has methods with their parameters, properties and attributes',
    steps: [
      {
        op: 'structuralSurface',
        givesAtLeast: {
          methods: [
            { name: 'echo' },
            { name: 'execute' },
            { name: 'reconfigure' },
            { name: 'numbers', streams: 'list' },
          ],
          properties: ['name', 'version'],
        },
      },
    ],
  },
];
