import { CapabilityFatalError, WorkerProtocolError } from '../error/fatal-errors.js';
import { CapabilityInputError } from '../error/input-errors.js';
import { CapabilityCancelledError, CapabilityTimeoutError, WorkerCrashedError } from '../error/transient-errors.js';
import type { WorkerExit } from '../transport/transport.js';
import { PROTOCOL, type ErrorFrame, type WireErrorData } from '../wire/frame.js';
import { fromWireError, type WireError } from '../error/wire-error.js';

/** The instance that an error is about. */
export interface ErrorSubject {
  readonly capabilityName: string | undefined;
  readonly instanceId: string;
  /** True for a call that has reached the worker. */
  readonly began?: boolean;
}

/** Creates the error from a worker's error reply. */
export function replyError({ error }: ErrorFrame, subject: ErrorSubject): Error {
  const wire: WireErrorData & WireError = error.data ?? { code: 'FATAL' };
  try {
    return fromWireError(wire.message === undefined ? { ...wire, message: error.message } : wire, subject);
  } catch (cause) {
    return unreadable(cause, subject);
  }
}

/** Creates the error for a message whose values are malformed. */
export function unreadable(cause: unknown, subject: ErrorSubject): WorkerProtocolError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new WorkerProtocolError(`Cannot read what the worker sent for a call: ${reason}`, {
    ...subject,
    reason,
    cause,
  });
}

export function cancelledError(callId: string, reason: string, subject: ErrorSubject): CapabilityCancelledError {
  return new CapabilityCancelledError(`Cannot finish call "${callId}": it was cancelled (${reason})`, {
    ...subject,
    callId,
    reason,
  });
}

/** Creates the error for a worker that died during a call or, without a call id, before it was ready. */
export function crashedError(
  exit: WorkerExit,
  subject: ErrorSubject,
  callId?: string,
  collateralOf?: string,
): WorkerCrashedError {
  const what = callId === undefined ? `start "${subject.instanceId}"` : `finish call "${callId}"`;
  return new WorkerCrashedError(`Cannot ${what}: the worker ${howItEnded(exit)}`, {
    ...subject,
    exitCode: exit.code,
    signal: exit.signal,
    lastStderr: exit.lastStderr,
    callId,
    collateralOf,
    possibleOom: exit.signal === 'SIGKILL' && !exit.expected && exit.garbage === undefined,
    ...(exit.garbage !== undefined && { cause: garbageError(exit.garbage) }),
  });
}

function howItEnded({ code, signal, garbage, lost }: WorkerExit): string {
  if (lost !== undefined) return `was lost: ${lost}`;
  if (garbage !== undefined) return 'sent something that is not a frame';
  if (signal !== null) return `was ended by ${signal}`;
  return code === null ? 'is gone' : `ended with exit code ${code}`;
}

function garbageError(reason: string): WorkerProtocolError {
  return new WorkerProtocolError(`Cannot read the message of the worker: ${reason}`, { reason });
}

export function otherProtocolError(protocol: number, subject: ErrorSubject): WorkerProtocolError {
  const reason = `the worker speaks protocol ${protocol}, this host ${PROTOCOL}`;
  return new WorkerProtocolError(`Cannot start "${subject.instanceId}": ${reason}`, { ...subject, reason });
}

export function startTimeout(startMs: number, subject: ErrorSubject): CapabilityTimeoutError {
  return new CapabilityTimeoutError(`Cannot start "${subject.instanceId}": no sign of life for ${startMs} ms`, {
    ...subject,
    which: 'start',
    timeoutSeconds: startMs / 1000,
  });
}

/** Creates the error for arguments that cannot be sent. */
export function unsendable(cause: unknown, subject: ErrorSubject): CapabilityInputError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new CapabilityInputError(`Cannot send the arguments of a call: ${why}`, {
    ...subject,
    fieldsInvalid: ['args'],
    cause,
  });
}

export function notRunning(subject: ErrorSubject): CapabilityFatalError {
  return new CapabilityFatalError(`Cannot call "${subject.instanceId}": its worker is not running`, subject);
}
