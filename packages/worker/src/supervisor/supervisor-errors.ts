import { CapabilityCrashLoopError, CapabilityNotLoadedError } from '../error/fatal-errors.js';
import { WorkerOOMError } from '../error/resource-errors.js';
import { CapabilityCancelledError, WorkerCrashedError } from '../error/transient-errors.js';
import type { OomWatch } from './oom-evidence.js';
import type { TimedSubject } from './call-timeouts.js';
import type { CrashBudget } from './restart-policy.js';

export function crashLoopError(
  { exits, policy }: CrashBudget,
  subject: TimedSubject,
  cause: unknown,
): CapabilityCrashLoopError {
  const why = cause instanceof Error ? `; the last time: ${cause.message}` : '';
  return new CapabilityCrashLoopError(
    `Cannot call "${subject.instanceId}": its worker died ${exits} times in ${policy.windowMs} ms${why}`,
    { ...subject, crashes: exits, windowMs: policy.windowMs, cause },
  );
}

export function stoppedError(subject: TimedSubject): CapabilityNotLoadedError {
  return new CapabilityNotLoadedError(`Cannot call "${subject.instanceId}": it is not loaded`, subject);
}

export function cancelledWhileQueued(subject: TimedSubject, callId: string, reason: string): CapabilityCancelledError {
  return new CapabilityCancelledError(`Cannot finish call "${callId}": it was cancelled (${reason}) before it began`, {
    ...subject,
    callId,
    reason,
  });
}

/** Converts a crash for the caller: with evidence for lack of memory, and retriable only if running twice does no harm. */
export async function explainCrash(
  error: WorkerCrashedError,
  facts: { readonly idempotent: boolean; readonly lastRssBytes: number; readonly oom: OomWatch },
): Promise<WorkerCrashedError | WorkerOOMError> {
  const { exitCode, signal, lastStderr, callId, possibleOom, collateralOf, cause } = error;
  const { capabilityName, instanceId, began } = error;
  const { idempotent: retriable } = facts;
  const about = {
    capabilityName,
    instanceId,
    began,
    retriable,
    exitCode,
    signal,
    ...(cause !== undefined && { cause }),
  };
  const evidence = possibleOom ? await facts.oom.evidence(facts.lastRssBytes) : undefined;
  if (evidence === undefined) {
    return new WorkerCrashedError(error.message, { ...about, lastStderr, callId, possibleOom, collateralOf });
  }
  return new WorkerOOMError(`${error.message}, since memory ran out: ${evidence}`, { ...about, evidence });
}
