import { frozenCopy } from '@helve/core';
import { readIntent, type ApplicationIntentHandlers, type IntentState } from './intent-effects.js';

/** The state of a session: fields that intents change, and any others of the application. */
export interface SessionFacts extends IntentState {
  readonly [fact: string]: unknown;
}

/** The call and turn that an intent came with. */
export interface IntentSource {
  readonly callId?: string;
  readonly tool?: string;
  readonly turn?: number;
}

/** One intent, its source, and its effect. */
export interface IntentEntry {
  readonly intent: unknown;
  readonly call: string | undefined;
  readonly tool: string | undefined;
  readonly turn: number | undefined;
  /** False for an unknown, malformed or misplaced intent. */
  readonly applied: boolean;
  readonly effect: string;
}

/** Holds the state of a session. Tools never touch it: they return intents, which are applied here. */
export interface StateController {
  get(fact: string): unknown;
  set(fact: string, value: unknown): void;
  /** Applies an intent. Never throws: the entry says why an intent was not applied. */
  applyIntent(intent: unknown, source?: IntentSource): IntentEntry;
  /** Returns the deep-frozen state; one object until something changes. */
  getSnapshot(): SessionFacts;
  /** Calls the listener after each change; returns a function that unsubscribes it. */
  subscribe(listener: (snapshot: SessionFacts) => void): () => void;
  /** Intents so far, the oldest first; the last thousand are kept. */
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
  /** Receives errors of listeners; the change stands. */
  readonly report?: (thrown: unknown) => void;
  readonly intents?: ApplicationIntentHandlers;
}

/** Creates the state of a session, with the application's own facts. */
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
