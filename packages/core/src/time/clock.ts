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

/** Something that may have a clock of its own, such as the options of a call. */
interface Clocked {
  readonly clock?: Clock | undefined;
}

/** Held, since as a global it is looked up anew by every reader. */
const platform = performance;

/** Milliseconds by the given clock, or by one that never runs backwards. */
export function monotonicNow({ clock }: Clocked): number {
  return clock === undefined ? platform.now() : clock.now();
}

/** Milliseconds by the clock of the platform, for durations such as that of a hook. */
export function stopwatchNow(): number {
  return platform.now();
}

/** Rounds to whole microseconds: more digits would say nothing, and make answers and records long. */
export function toMicros(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

const { timeOrigin } = platform;

/** Gives the time of day at a moment that `monotonicNow` told. */
export function timeOfDay({ clock }: Clocked, ms: number): number {
  return clock === undefined ? timeOrigin + ms : ms;
}

/** Calls back after a while, by the given clock or that of the platform; returns how to stop that. */
export function after(clock: Clock | undefined, ms: number, callback: () => void): () => void {
  return clock?.after === undefined ? callAfter(ms, callback) : clock.after(ms, callback);
}
