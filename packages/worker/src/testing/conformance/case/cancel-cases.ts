import type { ConformanceCase, ConformanceStep } from '../conformance-case.js';
import { alive } from './alive.js';

const enough = (callId: string): ConformanceStep => ({ cancels: callId, reason: 'enough' });
const wasCancelled = (callId: string) => ({ code: 'CANCELLED', callId, reason: 'enough' });
/** Events of earlier cases are not this one's. */
const forgotten: ConformanceStep = { action: 'events', givesAtLeast: [] };
const free = (id: string): ConformanceStep => ({ action: 'release', named: { id }, gives: true });

/** Cancellation: R42 to R47. */
export const cancelCases: readonly ConformanceCase[] = [
  {
    id: 'R42',
    sentence: 'cancel runs the callbacks in the order of their registration, and again each time',
    steps: [
      forgotten,
      {
        action: 'callbacks',
        named: { names: ['first', 'second'] },
        envelope: { callId: 'c1' },
        meanwhile: [
          enough('c1'),
          { action: 'peek', givesSoon: ['constructor:enough', 'first:enough', 'second:enough'] },
          { action: 'events', givesAtLeast: [] },
          enough('c1'),
          { action: 'peek', givesSoon: ['constructor:enough', 'first:enough', 'second:enough'] },
          free('c1'),
        ],
        fails: wasCancelled('c1'),
      },
    ],
  },
  {
    id: 'R42',
    sentence: 'without an id every call in flight is cancelled',
    steps: [
      {
        action: 'hold',
        envelope: { callId: 'a' },
        meanwhile: [
          {
            action: 'hold',
            envelope: { callId: 'b' },
            meanwhile: [{ cancels: null, reason: 'enough' }],
            fails: wasCancelled('b'),
          },
        ],
        fails: wasCancelled('a'),
      },
      { action: 'check', gives: 'not cancelled' },
    ],
  },
  {
    id: 'R43',
    sentence: 'a cancel callback that throws is logged and skipped',
    steps: [
      forgotten,
      {
        action: 'callbacks',
        named: { names: ['broken', 'after'] },
        envelope: { callId: 'c2' },
        meanwhile: [
          enough('c2'),
          { action: 'peek', givesSoon: ['constructor:enough', 'broken:enough', 'after:enough'] },
          free('c2'),
        ],
        fails: wasCancelled('c2'),
        reports: { logs: [{ says: 'a broken callback' }] },
      },
    ],
  },
  {
    id: 'R44',
    sentence: 'a cancel reaches what waits, what works and what streams',
    steps: [
      { action: 'awaits', cancelled: { withinMs: 1000 } },
      { action: 'spins', cancelled: { withinMs: 1000 } },
      { action: 'sleepsInSteps', cancelled: { withinMs: 1000 } },
      { op: 'actionStream', action: 'streamsSlowly', cancelled: { withinMs: 1000 } },
      alive,
    ],
  },
  {
    id: 'R44',
    sentence: 'checkCancel throws only where a cancel was asked for',
    steps: [
      { action: 'check', gives: 'not cancelled' },
      {
        action: 'hold',
        envelope: { callId: 'c3' },
        meanwhile: [enough('c3')],
        fails: { ...wasCancelled('c3'), retriable: false },
      },
      { action: 'check', gives: 'not cancelled' },
    ],
  },
  {
    id: 'R46',
    sentence: 'a callback for a block holds for that block, and each undoes only its own',
    steps: [
      forgotten,
      { action: 'scoped', answered: true },
      {
        action: 'eventsOf',
        named: { names: ['twice', 'outer', 'inner', 'returned', 'thrown'] },
        gives: ['twice', 'outer'],
      },
    ],
  },
  {
    id: 'R47',
    sentence: 'a cancel ends its own call and no other, and not the next one',
    steps: [
      {
        action: 'hold',
        envelope: { callId: 'kept' },
        meanwhile: [
          { action: 'hold', envelope: { callId: 'ended' }, meanwhile: [enough('ended')], fails: wasCancelled('ended') },
          free('kept'),
        ],
        gives: 'kept',
      },
      { action: 'check', gives: 'not cancelled' },
      { action: 'cancelsItself', fails: { code: 'CANCELLED', reason: 'own wish' } },
      { action: 'check', gives: 'not cancelled' },
    ],
  },
  {
    id: 'R47',
    sentence: 'a cancel that comes before its call cancels it when it starts',
    steps: [
      forgotten,
      enough('later'),
      { action: 'hold', envelope: { callId: 'later' }, fails: { code: 'CANCELLED' } },
      { action: 'eventsOf', named: { names: ['later:begin'] }, gives: [] },
    ],
  },
  {
    sentence: 'a call that ignores its cancel is ended with its worker, and the next worker answers',
    ignores: { action: 'ignores' },
  },
  {
    id: 'R47',
    sentence: 'a cancel of a call that is over changes nothing',
    steps: [{ action: 'echo', named: { value: 1 }, envelope: { callId: 'over' }, gives: 1 }, enough('over'), alive],
  },
];
