import { CapabilityError, type CapabilityErrorOptions, type ExitFacts } from './capability-error.js';

export interface TransientErrorOptions extends CapabilityErrorOptions {
  readonly retryAfterSeconds?: number | undefined;
}

/** The four time limits of a call. */
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
  /** Id of the call whose forced cancel also ended this one. */
  readonly collateralOf?: string | undefined;
}

export interface QueueFullErrorOptions extends TransientErrorOptions {
  readonly limit?: number | undefined;
}

/** The attempt failed; another one may succeed. */
export class CapabilityTransientError extends CapabilityError {
  static override readonly code: string = 'TRANSIENT';
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, options: TransientErrorOptions = {}) {
    super(message, options);
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** One of the four time limits of a call was exceeded. */
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

/** The call was cancelled. */
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

/** The worker died during the call. */
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

/** The queue is full. */
export class QueueFullError extends CapabilityTransientError {
  static override readonly code: string = 'QUEUE_FULL';
  readonly limit: number | undefined;

  constructor(message: string, options: QueueFullErrorOptions = {}) {
    super(message, options);
    this.limit = options.limit;
  }
}
