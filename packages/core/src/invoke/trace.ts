import type { TraceEvent, TraceResult } from '../contract/outcome.js';
import { isControl } from '../errors/control.js';
import { stopwatchNow, toMicros } from '../time/clock.js';
import type { Call, Position } from './context/call.js';
import { noteCallInfo } from './context/call-info.js';

/** Begins a step. In a call that nobody traces, it only says where the call stands. */
export function enterStep(call: Call, at: Position): void {
  call.at = at;
  if (call.trace !== undefined) call.stepStartMs = stopwatchNow();
}

/** Suspends the present step and gives its start: whatever ends it later has to say when it began. */
export function suspendStep(call: Call): number {
  const startMs = call.stepStartMs;
  call.stepStartMs = -1;
  return startMs;
}

/** Ends the present step, unless it has ended or waits. */
export function leaveStep(call: Call, result: TraceResult): void {
  if (call.trace === undefined || call.stepStartMs < 0) return;
  traceEnd(call, call.at, suspendStep(call), result);
}

/** Ends the present step with something that it has thrown. */
export function leaveThrown(call: Call, thrown: unknown): void {
  noteCallInfo(call, thrown, call.at);
  leaveStep(call, resultOf(thrown));
}

/** Names something thrown as the trace does. */
export function resultOf(thrown: unknown): 'responded' | 'aborted' | 'retryAfter' | 'threw' {
  if (!isControl(thrown)) return 'threw';
  return thrown.kind === 'respond' ? 'responded' : thrown.kind === 'abort' ? 'aborted' : 'retryAfter';
}

/** Writes down the end of a hook or a step. */
export function traceEnd(call: Call, { stage, name: hook }: Position, startMs: number, result: TraceResult): void {
  const { trace, run, options } = call;
  if (trace === undefined) return;
  // In the order of the alphabet, in which trails write it down.
  const event: TraceEvent = {
    attempt: run.attempt,
    durationMs: toMicros(stopwatchNow() - startMs),
    hook,
    result,
    seq: trace.length,
    stage,
    startMs: toMicros(startMs),
  };
  const isLate = call.settled || (call.capacity?.early !== undefined && stage.startsWith('didRelease'));
  const noted = isLate ? { ...event, late: true as const } : event;
  trace.push(noted);
  if (options.trace !== undefined) notify(options.trace, noted);
}

function notify(listener: (event: TraceEvent) => void, event: TraceEvent): void {
  try {
    listener(Object.freeze(event));
  } catch {
    // Whoever watches must not be able to stop what is watched.
  }
}
