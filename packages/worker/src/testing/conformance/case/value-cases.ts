import type { Json } from '@helve/core';
import type { ConformanceCase, ConformanceStep } from '../conformance-case.js';
import { alive } from './alive.js';

const tagged: readonly (readonly [kind: string, data: Json])[] = [
  ['bytes', 'AAH/'],
  ['bytes', ''],
  ['date', '1970-01-01T00:00:00.005Z'],
  ['bigint', '9007199254740993'],
  ['bigint', '-7'],
  ['number', 'NaN'],
  ['number', 'Infinity'],
  ['number', '-Infinity'],
  ['set', ['one']],
  [
    'map',
    [
      ['key', { deep: [1] }],
      [2, null],
    ],
  ],
  ['object', [['__wire__', 'own']]],
];
const plain: readonly Json[] = [
  null,
  true,
  0,
  -1.5,
  9_007_199_254_740_991,
  '',
  'žluťoučký 🐎\u2028\u0000\n',
  [],
  {},
  [[[]]],
  { '': 1, constructor: 'name' },
];

const echoes = (value: Json): ConformanceStep => ({ action: 'echo', named: { value }, gives: value });
const wire = (kind: string, data: Json): Json => ({ __wire__: kind, data });

/** Values on the wire, R5 and §5.2. */
export const valueCases: readonly ConformanceCase[] = [
  { id: 'R5', sentence: 'values of JSON arrive as what they were', steps: plain.map(echoes) },
  {
    id: 'R5',
    sentence: 'values that JSON lacks arrive as what they were, at any depth',
    steps: tagged.flatMap(([kind, data]) => [echoes(wire(kind, data)), echoes({ at: [wire(kind, data)] })]),
  },
  {
    id: 'R5',
    sentence: 'a kind that the worker does not know goes back as it came',
    steps: [echoes(wire('rational', [1, 3]))],
  },
  {
    id: 'R5',
    sentence: 'values of the language are tagged when they leave',
    steps: [
      {
        action: 'values',
        gives: {
          at: wire('date', '1970-01-01T00:00:00.000Z'),
          seen: wire('set', ['a']),
          bytes: wire('bytes', 'AQI='),
          large: wire('bigint', '9007199254740993'),
          none: null,
        },
      },
    ],
  },
  {
    id: 'R5',
    sentence: 'an argument that is nested deep is answered, and the worker goes on',
    steps: [
      { action: 'depth', nested: 100, gives: 100 },
      ...[800, 3000, 20_000].map((nested) => ({ action: 'depth', nested, answered: true as const })),
      alive,
    ],
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
    steps: [
      { action: 'unsendable', fails: { code: 'FATAL', says: 'Cannot send', began: true } },
      { op: 'actionStream', action: 'unsendable', fails: { code: 'FATAL', says: 'Cannot send', began: true } },
      alive,
    ],
  },
  {
    id: 'R5',
    sentence: 'a result over the limit of a frame fails its call, not the worker',
    steps: [
      { action: 'large', named: { bytes: 200_000 }, fails: { code: 'FATAL', says: 'Cannot send', began: true } },
      {
        op: 'actionStream',
        action: 'largeChunks',
        named: { bytes: 200_000 },
        fails: { code: 'FATAL', says: 'bytes', began: true },
      },
      { action: 'largeChunks', named: { bytes: 200_000 }, fails: { code: 'FATAL', says: 'bytes', began: true } },
      { action: 'largeError', named: { bytes: 200_000 }, fails: { code: 'FATAL', says: 'xxxx', began: true } },
      { action: 'largeReports', named: { bytes: 200_000 }, gives: 'reported' },
      { action: 'large', named: { bytes: 50_000 }, givesAtLeast: 'x'.repeat(50_000) },
      alive,
    ],
  },
  {
    id: 'R5',
    sentence: 'a file goes by name, and is gone with its call unless the call gave it away',
    steps: [
      { action: 'file', named: { text: 'content' }, givesAtLeast: { __wire__: 'file', data: { size: 7 } } },
      { action: 'keepsNoFile', givesSoon: false },
    ],
  },
];
