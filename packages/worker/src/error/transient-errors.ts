import { CapabilityError, type CapabilityErrorOptions, type ExitFacts } from './capability-error.js';

export interface TransientErrorOptions extends CapabilityErrorOptions {
  readonly retryAfterSeconds?: number | undefined;
}

/** Which of the four waits of a call took too long. */
export type TimeoutKind = 'queue' | 'start' | 'idle' | 'total';

export interface TimeoutErrorOptions extends TransientErrorOptions {
  readonly which?: TimeoutKind | undefined;
  readonly timeoutSeconds?: number | undefined;
}

export interface CancelledErrorOptions extends TransientErrorOptions {
  readonly callId?: string | undefined;
  readonly reason?: string | undefined;
}

export interface CrashedErrorOptions extends TransientErrorOptions, ExitFacts {
  readonly lastStderr?: string | undefined;
  readonly callId?: string | undefined;
  readonly possibleOom?: boolean | undefined;
  /** The call whose forced cancel took this one along. */
  readonly collateralOf?: string | undefined;
}

export interface QueueFullErrorOptions extends TransientErrorOptions {
  readonly limit?: number | undefined;
}

/** It did not work this time. */
export class CapabilityTransientError extends CapabilityError {
  static override readonly code: string = 'TRANSIENT';
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, options: TransientErrorOptions = {}) {
    super(message, options);
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** One of the four timeouts of a call fired. */
export class CapabilityTimeoutError extends CapabilityTransientError {
  static override readonly code: string = 'TIMEOUT';
  readonly which: TimeoutKind;
  readonly timeoutSeconds: number | undefined;

  constructor(message: string, options: TimeoutErrorOptions = {}) {
    super(message, options);
    this.which = options.which ?? 'total';
    this.timeoutSeconds = options.timeoutSeconds;
  }
}

/** Somebody asked for the call to end. */
export class CapabilityCancelledError extends CapabilityTransientError {
  static override readonly code: string = 'CANCELLED';
  readonly callId: string | undefined;
  readonly reason: string | undefined;

  constructor(message: string, options: CancelledErrorOptions = {}) {
    super(message, options);
    this.callId = options.callId;
    this.reason = options.reason;
  }
}

/** The worker died under the call. */
export class WorkerCrashedError extends CapabilityTransientError {
  static override readonly code: string = 'WORKER_CRASHED';
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly lastStderr: string;
  readonly callId: string | undefined;
  readonly possibleOom: boolean;
  readonly collateralOf: string | undefined;

  constructor(message: string, options: CrashedErrorOptions = {}) {
    super(message, options);
    this.exitCode = options.exitCode ?? null;
    this.signal = options.signal ?? null;
    this.lastStderr = options.lastStderr ?? '';
    this.callId = options.callId;
    this.possibleOom = options.possibleOom ?? false;
    this.collateralOf = options.collateralOf;
  }
}

/** Too much is waiting already. */
export class QueueFullError extends CapabilityTransientError {
  static override readonly code: string = 'QUEUE_FULL';
  readonly limit: number | undefined;

  constructor(message: string, options: QueueFullErrorOptions = {}) {
    super(message, options);
    this.limit = options.limit;
  }
}
