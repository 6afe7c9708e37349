import { CancelSource, sourceOf } from '../time/cancel-source.js';
import { after, type Clock } from '../time/clock.js';
import { coreErrors } from '../errors/core-errors.js';
import type { ToolError } from '../errors/tool-error.js';
import type { Call } from './context/call.js';
import type { ReportPlace } from './invoke-options.js';
import { reportFrom } from './report.js';

/** Why a call has to stop before it is done. */
export type CancelKind = 'cancelled' | 'deadline';

/** Watches the caller's signal and the deadline of one call; there is none where neither was given. */
export class Cancellation extends CancelSource {
  /** The caller's own source: asked when somebody asks here, and listened to only when somebody listens here. */
  #caller: CancelSource | undefined = undefined;
  #stopListening: (() => void) | undefined = undefined;
  #stopClock: (() => void) | undefined = undefined;
  readonly deadlineAt: number | undefined;
  kind: CancelKind | undefined = undefined;

  constructor(signal: AbortSignal | undefined, timeoutMs: number | undefined, clock: Clock | undefined) {
    super();
    if (signal !== undefined) this.#follow(signal);
    if (timeoutMs === undefined) {
      this.deadlineAt = undefined;
      return;
    }
    this.deadlineAt = (clock?.now() ?? Date.now()) + timeoutMs;
    this.#stopClock = after(clock, timeoutMs, () => {
      if (!this.cancelled) this.#end('deadline', undefined);
    });
  }

  override get cancelled(): boolean {
    if (this.#caller?.cancelled === true) this.#listen();
    return super.cancelled;
  }

  override get signal(): AbortSignal {
    this.#listen();
    return super.signal;
  }

  override onCancel(listener: () => void): () => void {
    this.#listen();
    return super.onCancel(listener);
  }

  /** Stops watching: from here on the outcome is fixed. */
  close(): void {
    this.#caller = undefined;
    this.#stopListening?.();
    this.#stopClock?.();
  }

  #follow(signal: AbortSignal): void {
    this.#caller = sourceOf(signal);
    if (this.#caller !== undefined) return;
    const fire = () => this.#end('cancelled', signal.reason);
    if (signal.aborted) {
      fire();
      return;
    }
    signal.addEventListener('abort', fire, { once: true });
    this.#stopListening = () => signal.removeEventListener('abort', fire);
  }

  #listen(): void {
    const caller = this.#caller;
    if (caller === undefined) return;
    this.#caller = undefined;
    this.#stopListening = caller.onCancel(() => this.#end('cancelled', caller.reason));
  }

  #end(kind: CancelKind, reason: unknown): void {
    this.kind ??= kind;
    this.cancel(reason);
  }
}

const GRACE_MS = 250;
const cancelled = new WeakMap<object, Call>();

/**
 * Waits for work until the call is cancelled; then the work has a moment to stop by itself. Whatever it gives after that
 * is dropped, and a failure is still reported.
 */
export function raceCancel<T>(
  call: Call,
  work: PromiseLike<T>,
  place?: Partial<ReportPlace>,
  maxGraceMs = Number.POSITIVE_INFINITY,
): PromiseLike<T> {
  const { cancellation, options } = call;
  // The common case: nobody can cancel.
  if (cancellation === undefined) return work;
  return new Promise<T>((resolve, reject) => {
    let stopGrace: (() => void) | undefined;
    let abandoned = false;
    const stopListening = cancellation.onCancel(() => {
      stopGrace = after(options.clock, Math.min(options.graceMs ?? GRACE_MS, maxGraceMs), () => {
        abandoned = true;
        reject(cancelError(call));
      });
    });
    const endsInTime = (): boolean => {
      stopGrace?.();
      stopListening();
      if (cancellation.cancelled) reject(cancelError(call));
      return !cancellation.cancelled;
    };
    work.then(
      (value) => {
        if (endsInTime()) resolve(value);
      },
      (error: unknown) => {
        if (abandoned) reportFrom(call, error, place);
        else if (endsInTime()) reject(error);
      },
    );
  });
}

/** Stops a cancelled call between two steps. */
export function throwIfCancelled(call: Call): undefined {
  if (call.cancellation?.cancelled === true) throw cancelError(call);
}

/** Makes the error of a call that was cancelled or ran out of time. */
export function cancelError(call: Call): ToolError {
  const { tool, cancellation, options } = call;
  const cause: unknown = cancellation?.reason;
  const error =
    cancellation?.kind === 'deadline'
      ? coreErrors.create('CALL_DEADLINE_EXCEEDED', { tool: tool.id, ms: options.timeoutMs ?? 0 }, { cause })
      : coreErrors.create('CALL_CANCELLED', { tool: tool.id }, { cause });
  cancelled.set(error, call);
  return error;
}

/** True if this call itself was cancelled so; that of a call within it is an error like any other. */
export function isCancelError(call: Call, thrown: unknown): boolean {
  if (call.cancellation === undefined) return false;
  return typeof thrown === 'object' && thrown !== null && cancelled.get(thrown) === call;
}

/** Gives the reason why a call fails: one that was cancelled ends as cancelled, whatever was thrown since. */
export function unlessCancelled(call: Call, thrown: unknown): unknown {
  return call.cancellation?.cancelled === true && !isCancelError(call, thrown) ? cancelError(call) : thrown;
}

/** Gives what cancels the present attempt, with the whole call or alone. */
export function attemptCancelOf({ run, cancellation }: Call): CancelSource {
  if (run.cancel !== undefined) return run.cancel;
  const source = new CancelSource();
  if (run.over === undefined) cancellation?.onCancel(() => source.cancel(cancellation.reason));
  else source.cancel(run.over);
  if (run.current !== undefined) run.current.cancel = source;
  return (run.cancel = source);
}

/** Tells bodies that still run when the call has its answer that nobody waits for them. */
export function stopBodies({ run }: Call): void {
  // The common case: there are none.
  if (run.bodies === undefined || run.bodies.size === 0) return;
  const reason = new Error('The call is over: nobody waits for this body any more');
  run.over = reason;
  for (const { cancel } of run.bodies.values()) cancel?.cancel(reason);
}

/** Calls back when the present attempt is cancelled; a listener that throws is reported, and stops nobody else. */
export function onAttemptCancel(call: Call, listener: () => void): () => void {
  return attemptCancelOf(call).onCancel(() => {
    try {
      listener();
    } catch (thrown) {
      reportFrom(call, thrown);
    }
  });
}
