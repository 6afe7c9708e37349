import type { InvokeOptions } from './invoke-options.js';

/** Milliseconds by the clock of the call, or by one that never runs backwards. */
export function monotonicNow({ clock }: Partial<InvokeOptions>): number {
  return clock === undefined ? performance.now() : clock.now();
}

const { timeOrigin } = performance;

/** The time of day at such a moment. */
export function timeOfDay({ clock }: Partial<InvokeOptions>, ms: number): number {
  return clock === undefined ? timeOrigin + ms : ms;
}
