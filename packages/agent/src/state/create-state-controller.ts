import { frozenCopy } from '@helve/core';
import { readIntent, type ApplicationIntentHandlers, type IntentState } from './intent-effects.js';

/** The state of a session: what intents change, and whatever else the application keeps there. */
export interface SessionFacts extends IntentState {
  readonly [fact: string]: unknown;
}

/** Which call of which turn an intent came with. */
export interface IntentSource {
  readonly callId?: string;
  readonly tool?: string;
  readonly turn?: number;
}

/** One intent, where it came from, and what it did. */
export interface IntentEntry {
  readonly intent: unknown;
  readonly call: string | undefined;
  readonly tool: string | undefined;
  readonly turn: number | undefined;
  /** False for what is unknown, malformed or out of place. */
  readonly applied: boolean;
  readonly effect: string;
}

/** Holds the state of a session. Tools never touch it: they return intents, which are applied here. */
export interface StateController {
  get(fact: string): unknown;
  set(fact: string, value: unknown): void;
  /** Never throws: what cannot be applied is in the entry, and changes nothing. */
  applyIntent(intent: unknown, source?: IntentSource): IntentEntry;
  /** Deep-frozen; the same object until something changes. */
  getSnapshot(): SessionFacts;
  /** Calls back after each change; returns how to stop that. */
  subscribe(listener: (snapshot: SessionFacts) => void): () => void;
  /** Every intent there was, the oldest first; the last thousand are kept. */
  readonly history: readonly IntentEntry[];
}

const maxHistory = 1_000;
const untouched: IntentState = Object.freeze({
  suppressAudio: false,
  suppressTranscript: false,
  pendingMessage: undefined,
  ending: undefined,
});

export interface StateControllerOptions {
  /** Hears of listeners that throw; the change stands. */
  readonly report?: (thrown: unknown) => void;
  readonly intents?: ApplicationIntentHandlers;
}

/** Makes the state of a session, with facts of the application's own. */
export function createStateController(
  initial: Readonly<Record<string, unknown>> = {},
  { report, intents }: StateControllerOptions = {},
): StateController {
  let snapshot: SessionFacts = frozenCopy({ ...untouched, ...initial });
  const listeners = new Set<(snapshot: SessionFacts) => void>();
  const history: IntentEntry[] = [];

  const change = (facts: Readonly<Record<string, unknown>>) => {
    snapshot = frozenCopy({ ...snapshot, ...facts });
    for (const listener of listeners) notify(listener);
  };
  const notify = (listener: (snapshot: SessionFacts) => void) => {
    try {
      listener(snapshot);
    } catch (thrown) {
      report?.(thrown);
    }
  };
  const log = (entry: IntentEntry) => {
    history.push(Object.freeze(entry));
    if (history.length > maxHistory) history.shift();
    return entry;
  };

  return Object.freeze({
    get: (fact: string) => (Object.hasOwn(snapshot, fact) ? snapshot[fact] : undefined),
    set: (fact: string, value: unknown) => change({ [fact]: value }),
    applyIntent(intent: unknown, { callId: call, tool, turn }: IntentSource = {}) {
      const read = readIntent(intent, snapshot, intents);
      const from = { intent: frozenCopy(intent), call, tool, turn };
      if ('ignored' in read) return log({ ...from, applied: false, effect: read.ignored });
      change(read.change);
      return log({ ...from, applied: true, effect: read.effect });
    },
    getSnapshot: () => snapshot,
    subscribe(listener: (snapshot: SessionFacts) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get history() {
      return Object.freeze([...history]);
    },
  });
}
