import type { TraceEvent, TraceResult } from '../contract/outcome.js';
import { isControl } from '../errors/control.js';
import { stopwatchNow, toMicros } from './clock.js';
import type { Invocation, Step } from './invocation.js';

/** What the trace calls something thrown. */
export function resultOf(thrown: unknown): 'responded' | 'aborted' | 'retryAfter' | 'threw' {
  if (!isControl(thrown)) return 'threw';
  return thrown.kind === 'respond' ? 'responded' : thrown.kind === 'abort' ? 'aborted' : 'retryAfter';
}

/** When a traced step began: when the one before it ended, if it follows at once. Nothing where nobody traces. */
export function traceStart(inv: Invocation): number {
  if (inv.trace === undefined) return 0;
  return inv.tracedMs === 0 ? stopwatchNow() : inv.tracedMs;
}

/** Time has passed that belongs to no step: the next one begins when it begins. */
export function traceGap(inv: Invocation): void {
  inv.tracedMs = 0;
}

/** Writes down what a hook or a step came to. */
export function traceEnd(inv: Invocation, stage: Step, hook: string, startMs: number, result: TraceResult): void {
  const { trace, attempt } = inv;
  if (trace === undefined) return;
  const endMs = stopwatchNow();
  inv.tracedMs = endMs;
  // In the order of the alphabet, in which trails write it down.
  const event: TraceEvent = {
    attempt,
    durationMs: toMicros(endMs - startMs),
    hook,
    result,
    seq: trace.length,
    stage,
    startMs: toMicros(startMs),
  };
  const isLate = inv.settled || (inv.releasing !== undefined && stage.startsWith('didRelease'));
  const noted = isLate ? { ...event, late: true as const } : event;
  trace.push(noted);
  if (inv.options.trace !== undefined) tellTrace(inv.options.trace, noted);
}

function tellTrace(listener: (event: TraceEvent) => void, event: TraceEvent): void {
  try {
    listener(Object.freeze(event));
  } catch {
    // Whoever watches must not be able to stop what is watched.
  }
}
