import type { InvokeOptions } from './invoke-options.js';

/** Held, since as a global it is looked up anew by every reader. */
const platform = performance;

/** Milliseconds by the clock of the call, or by one that never runs backwards. */
export function monotonicNow({ clock }: Partial<InvokeOptions>): number {
  return clock === undefined ? platform.now() : clock.now();
}

/** The same for what is only compared with itself, such as how long a hook took. */
export function stopwatchNow(): number {
  return platform.now();
}

/** Whole microseconds: more digits would say nothing, and make answers and records long. */
export function toMicros(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

const { timeOrigin } = platform;

/** The time of day at such a moment. */
export function timeOfDay({ clock }: Partial<InvokeOptions>, ms: number): number {
  return clock === undefined ? timeOrigin + ms : ms;
}
