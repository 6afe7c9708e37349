import { isPlainObject } from '@helve/core';

/** When a session ends that a tool has asked to end. */
export type EndAfter = 'current_turn' | 'immediate';

/** What intents can change. */
export interface IntentState {
  readonly suppressAudio: boolean;
  readonly suppressTranscript: boolean;
  readonly pendingMessage: string | undefined;
  readonly ending: EndAfter | undefined;
}

/** What an intent does to the state, or why it does nothing. */
export type IntentEffect =
  | { readonly change: Partial<IntentState>; readonly effect: string }
  | { readonly ignored: string };

interface Fields {
  readonly [field: string]: unknown;
}

type Reader = (fields: Fields, state: IntentState & { readonly mode?: unknown }) => IntentEffect;

/** `farewell_spoken` is an older word for the end of the turn. */
const ends: Readonly<Record<string, EndAfter>> = Object.freeze({
  current_turn: 'current_turn',
  farewell_spoken: 'current_turn',
  immediate: 'immediate',
});

/** One line for each intent there is. */
const readers: Readonly<Record<string, Reader>> = Object.freeze({
  END_VOICE_SESSION: ({ after = 'current_turn' }, { mode, ending }) => {
    if (mode !== 'voice') return { ignored: 'there is no voice session to end' };
    const wanted = typeof after === 'string' && Object.hasOwn(ends, after) ? ends[after] : undefined;
    if (wanted === undefined) return { ignored: '"after" is neither "current_turn" nor "immediate"' };
    // What is to end at once does not wait for a later wish.
    const sooner = ending === 'immediate' ? ending : wanted;
    return { change: { ending: sooner }, effect: sooner === 'immediate' ? 'ends now' : 'ends after this turn' };
  },
  SUPPRESS_AUDIO: ({ value = true }) => {
    if (value !== true) return { ignored: '"value" is not true' };
    return { change: { suppressAudio: true }, effect: 'no audio in this turn' };
  },
  SUPPRESS_TRANSCRIPT: ({ value = true }) => {
    if (value !== true) return { ignored: '"value" is not true' };
    return { change: { suppressTranscript: true }, effect: 'no transcript of this turn' };
  },
  SET_PENDING_MESSAGE: ({ message }, { pendingMessage }) => {
    if (typeof message !== 'string' || message.trim() === '') return { ignored: '"message" is empty' };
    const effect = pendingMessage === undefined ? 'opens the next turn' : 'opens the next turn, in place of another';
    return { change: { pendingMessage: message }, effect };
  },
});

/** Reads an intent as it came from a handler: any value at all. */
export function readIntent(intent: unknown, state: Parameters<Reader>[1]): IntentEffect {
  if (!isPlainObject(intent)) return { ignored: 'it is no object' };
  const { type } = intent;
  const reader = typeof type === 'string' && Object.hasOwn(readers, type) ? readers[type] : undefined;
  return reader === undefined ? { ignored: 'there is no such intent' } : reader(intent, state);
}
