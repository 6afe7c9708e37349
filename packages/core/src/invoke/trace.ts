import type { TraceEvent, TraceResult } from '../contract/outcome.js';
import { isControl, controlOrigin, isOwnControl, setControlOrigin } from '../errors/control.js';
import { stopwatchNow, toMicros } from '../time/clock.js';
import type { Call, Position, Step } from './context/call.js';

/** Begins a step: when the one before it ended, unless time has passed since. A call that nobody traces only says where it stands. */
export function enterStep(call: Call, at: Position): void {
  call.at = at;
  if (call.trace !== undefined) call.stepStartMs = call.stepEndMs < 0 ? stopwatchNow() : call.stepEndMs;
}

/** Suspends the present step and gives its start: whatever ends it later has to say when it began. */
export function suspendStep(call: Call): number {
  const startMs = call.stepStartMs;
  call.stepStartMs = call.stepEndMs = -1;
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
  const endMs = stopwatchNow();
  call.stepEndMs = endMs;
  // In the order of the alphabet, in which trails write it down.
  const event: TraceEvent = {
    attempt: run.attempt,
    durationMs: toMicros(endMs - startMs),
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

/** Where in which call something was thrown. */
export interface CallInfo {
  readonly toolId: string;
  readonly requestId: string | number;
  readonly stage: Step;
  readonly hook: string;
}

/** Origin of something thrown, as it is kept: the details are worked out when somebody asks. */
class Origin {
  readonly call: Call;
  readonly at: Position;

  constructor(call: Call, at: Position) {
    this.call = call;
    this.at = at;
  }
}

// Beside the thrown object, whose class and keys stay as they are.
const origins = new WeakMap<object, Origin>();

/** Tells where an object was thrown during a call; undefined if it was not, or is no object. */
export function callInfo(thrown: unknown): CallInfo | undefined {
  const origin = originOf(thrown);
  if (origin === undefined) return undefined;
  const { call, at } = origin;
  return Object.freeze({ toolId: call.tool.id, requestId: call.requestId, stage: at.stage, hook: at.name });
}

/** Tells in which step something was thrown. */
export function stepOf(thrown: unknown): Step | undefined {
  return originOf(thrown)?.at.stage;
}

/** Notes where something was thrown. The first place in a call counts; an object thrown again by another call is that one's. */
export function noteCallInfo(call: Call, thrown: unknown, at: Position): void {
  if (!isKey(thrown) || originOf(thrown)?.call === call) return;
  const origin = new Origin(call, at);
  if (isOwnControl(thrown)) setControlOrigin(thrown, origin);
  else origins.set(thrown, origin);
}

/** Notes that an error took the place of another: it remembers it as its cause, and where it was thrown. */
export function noteReplaced(call: Call, error: unknown, cause: unknown): void {
  if (error instanceof Error && error.cause === undefined && error !== cause && Object.isExtensible(error)) {
    Object.defineProperty(error, 'cause', { value: cause, configurable: true, writable: true });
  }
  const origin = originOf(cause);
  if (origin !== undefined) noteCallInfo(call, error, origin.at);
}

function originOf(thrown: unknown): Origin | undefined {
  if (!isKey(thrown)) return undefined;
  if (!isOwnControl(thrown)) return origins.get(thrown);
  const origin = controlOrigin(thrown);
  return origin instanceof Origin ? origin : undefined;
}

function isKey(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
