import { callAfter } from './call-after.js';

/** Tells the time, and when some of it has passed; tests hand in their own. */
export interface Clock {
  /** Milliseconds that never run backwards, whatever happens to the time of day. */
  now(): number;
  /** Calls back later; returns a function that stops that. The timers of the platform unless given. */
  after?(ms: number, callback: () => void): () => void;
}

/** A clock that knows the time of day and has timers of its own. */
export interface TimerClock extends Clock {
  /** The time of day, for people. */
  wallMs(): number;
  after(ms: number, callback: () => void): () => void;
}

/** The clock of the platform. */
export const systemClock: TimerClock = Object.freeze({
  now: () => performance.now(),
  wallMs: () => Date.now(),
  after: callAfter,
});
