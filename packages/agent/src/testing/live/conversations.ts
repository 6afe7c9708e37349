import type { LiveAnswer } from './live-server.js';

/** The moments at which a person interrupts. */
export const moments = ['never', 'before', 'during', 'after', 'playback', 'twice'] as const;
export type Moment = (typeof moments)[number];

/** The tools of the suite, each with a behaviour of its own. */
export type SuiteTool = 'look' | 'slow' | 'pay' | 'stubborn' | 'book' | 'report' | 'note';

const callsOf = (...tools: readonly SuiteTool[]) => tools;

/** Calls of the model in each kind of conversation. */
const kinds: Readonly<Record<string, readonly (readonly SuiteTool[])[]>> = Object.freeze({
  'a look': [callsOf('look')],
  'a slow look beside a quick one': [callsOf('slow', 'look')],
  'a write': [callsOf('pay')],
  'a write that ignores its signal, beside a look': [callsOf('stubborn', 'look')],
  'a write that is to finish': [callsOf('book')],
  'a background call': [callsOf('report')],
  'a background write in silence, and a look': [callsOf('note', 'look')],
  'two steps of calls': [callsOf('look'), callsOf('pay', 'slow')],
});

export interface LiveConversation {
  readonly name: string;
  readonly moment: Moment;
  readonly answers: readonly LiveAnswer[];
}

/** All scripted conversations: every kind, interrupted at every moment. */
export function liveConversations(): readonly LiveConversation[] {
  return Object.entries(kinds).flatMap(([kind, steps]) =>
    moments.map((moment): LiveConversation => {
      const calls = steps.map((tools, step): LiveAnswer => ({ calls: toCalls(tools, `${step}`) }));
      const before: readonly LiveAnswer[] = moment === 'before' ? [{ speech: 3, open: true }] : [];
      const after: readonly LiveAnswer[] = moment === 'after' ? [{ speech: 3, open: true }] : [];
      return { name: `${kind}, interrupted: ${moment}`, moment, answers: [...before, ...calls, ...after] };
    }),
  );
}

function toCalls(tools: readonly SuiteTool[], step: string) {
  return tools.map((name) => ({ id: `${name}_${step}`, name, args: '{}' }));
}
