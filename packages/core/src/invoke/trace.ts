import type { TraceEvent, TraceResult } from '../contract/outcome.js';
import { isControl } from '../errors/control.js';
import type { Invocation, Step } from './invocation.js';

/** What the trace calls something thrown. */
export function resultOf(thrown: unknown): 'responded' | 'aborted' | 'retryAfter' | 'threw' {
  if (!isControl(thrown)) return 'threw';
  return thrown.kind === 'respond' ? 'responded' : thrown.kind === 'abort' ? 'aborted' : 'retryAfter';
}

/** When a traced step began; nothing where nobody traces. */
export function traceStart(inv: Invocation): number {
  return inv.trace === undefined ? 0 : performance.now();
}

/** Writes down what a hook or a step came to, and says when. */
export function traceEnd(inv: Invocation, stage: Step, hook: string, startMs: number, result: TraceResult): number {
  const { trace, attempt } = inv;
  if (trace === undefined) return 0;
  const endMs = performance.now();
  const event: TraceEvent = {
    seq: trace.length,
    stage,
    hook,
    attempt,
    startMs,
    durationMs: endMs - startMs,
    result,
  };
  const noted = inv.settled ? { ...event, late: true as const } : event;
  trace.push(noted);
  if (inv.options.trace !== undefined) tellTrace(inv.options.trace, noted);
  return endMs;
}

function tellTrace(listener: (event: TraceEvent) => void, event: TraceEvent): void {
  try {
    listener(Object.freeze(event));
  } catch {
    // Whoever watches must not be able to stop what is watched.
  }
}
