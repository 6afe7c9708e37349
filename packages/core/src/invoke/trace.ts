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

/** Writes down what a hook or a step came to. */
export function traceEnd(inv: Invocation, stage: Step, hook: string, startMs: number, result: TraceResult): void {
  if (inv.trace === undefined) return;
  const event: TraceEvent = Object.freeze({
    seq: inv.traceCount,
    stage,
    hook,
    attempt: inv.attempt,
    startMs,
    durationMs: performance.now() - startMs,
    result,
    ...(inv.settled ? { late: true as const } : {}),
  });
  inv.traceCount += 1;
  inv.trace.push(event);
  try {
    inv.options.trace?.(event);
  } catch {
    // Whoever watches must not be able to stop what is watched.
  }
}
