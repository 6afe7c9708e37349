import { isPlainObject, type IntentFields, type IntentOf, type IntentType } from '@helve/core';

/** The moment at which a session ends after a tool asked for it. */
export type EndAfter = 'current_turn' | 'immediate';

/** Fields that intents can change. */
export interface IntentState {
  readonly suppressAudio: boolean;
  readonly suppressTranscript: boolean;
  readonly pendingMessage: string | undefined;
  readonly ending: EndAfter | undefined;
}

/** The effect of an intent on the state, or the reason why it has none. */
export type IntentEffect =
  | { readonly change: Partial<IntentState>; readonly effect: string }
  | { readonly ignored: string };

interface Fields {
  readonly [field: string]: unknown;
}

type Reader = (fields: Fields, state: IntentState & { readonly mode?: unknown }) => IntentEffect;

/** Moments by the value of `after`; `farewell_spoken` is an older word for the end of the turn. */
const ends: Readonly<Record<string, EndAfter>> = Object.freeze({
  current_turn: 'current_turn',
  farewell_spoken: 'current_turn',
  immediate: 'immediate',
});

/** Readers of the known intents, one line each. */
const readers: Readonly<Record<string, Reader>> = Object.freeze({
  END_VOICE_SESSION: ({ after = 'current_turn' }, { mode, ending }) => {
    if (mode !== 'voice') return { ignored: 'there is no voice session to end' };
    const requested = typeof after === 'string' && Object.hasOwn(ends, after) ? ends[after] : undefined;
    if (requested === undefined) return { ignored: '"after" is neither "current_turn" nor "immediate"' };
    // An immediate end does not wait for a later request.
    const sooner = ending === 'immediate' ? ending : requested;
    return { change: { ending: sooner }, effect: sooner === 'immediate' ? 'ends now' : 'ends after this turn' };
  },
  SUPPRESS_AUDIO: ({ value = true }) => {
    if (typeof value !== 'boolean') return { ignored: '"value" is neither true nor false' };
    return { change: { suppressAudio: value }, effect: value ? 'no audio in this turn' : 'audio again in this turn' };
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

/** Handlers of the application's own intents. */
export type ApplicationIntentHandlers = {
  readonly [Type in Exclude<keyof IntentFields, IntentType>]?: (intent: IntentOf<Type>) => void;
} & { readonly [type: string]: ((intent: never) => void) | undefined };

/** Reads an intent from a handler, which may be any value. */
export function readIntent(
  intent: unknown,
  state: Parameters<Reader>[1],
  ofApplication: ApplicationIntentHandlers = {},
): IntentEffect {
  if (!isPlainObject(intent)) return { ignored: 'it is not an object' };
  const { type } = intent;
  if (typeof type !== 'string') return { ignored: 'it has no type' };
  if (Object.hasOwn(readers, type)) return readers[type]?.(intent, state) ?? { ignored: 'there is no such intent' };
  const handle = Object.hasOwn(ofApplication, type) ? ofApplication[type] : undefined;
  return handle === undefined ? { ignored: 'there is no such intent' } : handOver(intent, handle);
}

function handOver(intent: Fields, handle: (intent: never) => void): IntentEffect {
  try {
    handle(intent as never);
    return { change: {}, effect: 'the application took it' };
  } catch (thrown) {
    return { ignored: `the application threw: ${thrown instanceof Error ? thrown.message : String(thrown)}` };
  }
}
