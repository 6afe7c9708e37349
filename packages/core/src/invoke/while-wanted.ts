import { coreErrors } from '../errors/core-errors.js';
import type { ToolError } from '../errors/tool-error.js';
import { after } from './cancellation.js';
import type { Invocation } from './invocation.js';
import type { ReportPlace } from './invoke-options.js';
import { reportFrom } from './report.js';

const GRACE_MS = 250;
const cancels = new WeakMap<object, Invocation>();

/**
 * Waits for work as long as the caller wants it; when the signal fires, the work has a moment to stop by itself. Whatever
 * it gives after that is dropped, and a failure is still heard of.
 */
export function whileWanted<T>(
  inv: Invocation,
  work: PromiseLike<T>,
  place?: Partial<ReportPlace>,
  maxGraceMs = Number.POSITIVE_INFINITY,
): PromiseLike<T> {
  const { cancellation, options } = inv;
  // The common case: nobody can cancel.
  if (cancellation === undefined) return work;
  return new Promise<T>((resolve, reject) => {
    let stopGrace: (() => void) | undefined;
    let leftAlone = false;
    const stopListening = cancellation.onCancel(() => {
      stopGrace = after(options.clock, Math.min(options.graceMs ?? GRACE_MS, maxGraceMs), () => {
        leftAlone = true;
        reject(cancelError(inv));
      });
    });
    const endsWanted = (): boolean => {
      stopGrace?.();
      stopListening();
      if (cancellation.cancelled) reject(cancelError(inv));
      return !cancellation.cancelled;
    };
    work.then(
      (value) => {
        if (endsWanted()) resolve(value);
      },
      (error: unknown) => {
        if (leftAlone) reportFrom(inv, error, place);
        else if (endsWanted()) reject(error);
      },
    );
  });
}

/** Between two steps: the next one does not start once the call is cancelled. */
export function assertWanted(inv: Invocation): void {
  if (inv.cancellation?.cancelled === true) throw cancelError(inv);
}

/** The error of a call that was cancelled or ran out of time. */
export function cancelError(inv: Invocation): ToolError {
  const { tool, cancellation, options } = inv;
  const cause: unknown = cancellation?.reason;
  const error =
    cancellation?.kind === 'deadline'
      ? coreErrors.create('CALL_DEADLINE_EXCEEDED', { tool: tool.id, ms: options.timeoutMs ?? 0 }, { cause })
      : coreErrors.create('CALL_CANCELLED', { tool: tool.id }, { cause });
  cancels.set(error, inv);
  return error;
}

/** Whether this call itself was cancelled so; that of a call within it is an error like any other. */
export function isCancelError(inv: Invocation, thrown: unknown): boolean {
  if (inv.cancellation === undefined) return false;
  return typeof thrown === 'object' && thrown !== null && cancels.get(thrown) === inv;
}

/** A call that was cancelled ends as cancelled, whatever was thrown since. */
export function unlessCancelled(inv: Invocation, thrown: unknown): unknown {
  return inv.cancellation?.cancelled === true && !isCancelError(inv, thrown) ? cancelError(inv) : thrown;
}
