import type { HydrateOptions } from './hydrate-options.js';

// Looked up once: the global one is a getter that takes as long as the clock itself.
const timer = performance;
const { timeOrigin } = timer;

/** Returns milliseconds of a clock that never runs backwards. */
export function monotonicNow(): number {
  return timer.now();
}

let lastMs = NaN;
let lastText = '';

/**
 * Formats the time of day. Calls within one millisecond share the text, since writing it takes longer than reading many
 * arguments.
 */
export function timeOfDay({ clock }: HydrateOptions, monotonicMs: number): string {
  const ms = clock === undefined ? Math.floor(timeOrigin + monotonicMs) : clock.now();
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString();
    lastMs = ms;
  }
  return lastText;
}
