import type { ConformanceCase } from '../conformance-case.js';
import { alive } from './alive.js';

/** Streams: R7 and §9. */
export const streamCases: readonly ConformanceCase[] = [
  {
    id: 'R7',
    sentence: 'a generator is a stream, and gives a list or its last value to a caller that takes none',
    steps: [
      { op: 'actionStream', action: 'numbers', named: { to: 3 }, gives: [1, 2, 3] },
      { op: 'actionStream', action: 'laterNumbers', named: { to: 3 }, gives: [1, 2, 3] },
      { op: 'actionStream', action: 'echo', named: { value: [1, 2] }, gives: [[1, 2]] },
      { op: 'actionStream', action: 'numbers', named: { to: 0 }, gives: [] },
      { action: 'numbers', named: { to: 3 }, gives: [1, 2, 3] },
      { action: 'laterNumbers', named: { to: 3 }, gives: [1, 2, 3] },
      { action: 'lastNumber', named: { to: 3 }, gives: 3 },
      { action: 'numbers', named: { to: 0 }, gives: [] },
      { action: 'lastNumber', named: { to: 0 }, gives: null },
    ],
  },
  {
    id: 'R7',
    sentence: 'a long stream arrives whole and in order',
    steps: [
      {
        op: 'actionStream',
        action: 'numbers',
        named: { to: 500 },
        gives: Array.from({ length: 500 }, (_, at) => at + 1),
      },
    ],
  },
  {
    id: 'R7',
    sentence: 'an error in the middle of a stream comes behind the chunks before it',
    steps: [
      {
        op: 'actionStream',
        action: 'breaks',
        named: { after: 2 },
        after: [1, 2],
        fails: { code: 'INPUT', fieldsInvalid: ['after'] },
      },
      { action: 'breaks', named: { after: 2 }, fails: { code: 'INPUT', fieldsInvalid: ['after'] } },
      alive,
    ],
  },
  {
    id: 'R7',
    sentence: 'a stream that its consumer leaves closes its generator where it stands',
    steps: [
      { op: 'actionStream', action: 'endless', leftAfter: 2 },
      { action: 'closed', givesSoon: 1 },
      { op: 'actionStream', action: 'laterEndless', leftAfter: 2 },
      { action: 'closed', givesSoon: 1 },
    ],
  },
  {
    id: 'R7',
    sentence: 'a generator is not advanced beyond the credit in chunks',
    steps: [
      {
        op: 'actionStream',
        action: 'counted',
        named: { bytes: 1 },
        leftAfter: 2,
        meanwhile: [
          { action: 'rest', gives: null },
          { action: 'produced', givesAtMost: 7 },
        ],
      },
    ],
  },
  {
    id: 'R7',
    sentence: 'a generator is not advanced beyond the credit in bytes, and a larger chunk passes alone',
    steps: [
      {
        op: 'actionStream',
        action: 'counted',
        named: { bytes: 4000 },
        leftAfter: 1,
        meanwhile: [
          { action: 'rest', gives: null },
          { action: 'produced', givesAtMost: 5 },
        ],
      },
      { op: 'actionStream', action: 'largeChunks', named: { bytes: 30_000 }, gives: ['x'.repeat(30_000)] },
    ],
  },
  {
    id: 'R44',
    sentence: 'a stream that waits for credit can be cancelled',
    steps: [
      {
        op: 'actionStream',
        action: 'endless',
        envelope: { callId: 'waits' },
        leftAfter: 1,
        meanwhile: [{ cancels: 'waits', reason: 'enough' }],
      },
      { action: 'closed', givesSoon: 1 },
    ],
  },
];
