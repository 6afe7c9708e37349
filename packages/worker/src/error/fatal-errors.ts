import { CapabilityError, type CapabilityErrorOptions } from './capability-error.js';
import { textList } from './field-readers.js';

export interface DefinitionErrorOptions extends CapabilityErrorOptions {
  /** Required members that the capability does not define. */
  readonly missing?: readonly string[] | undefined;
  readonly details?: string | undefined;
}

export interface CrashLoopErrorOptions extends CapabilityErrorOptions {
  readonly crashes?: number | undefined;
  readonly windowMs?: number | undefined;
}

export interface ProtocolErrorOptions extends CapabilityErrorOptions {
  readonly reason?: string | undefined;
}

/** A failure that no other attempt fixes. */
export class CapabilityFatalError extends CapabilityError {
  static override readonly code: string = 'FATAL';
}

/** The instance is not loaded. */
export class CapabilityNotLoadedError extends CapabilityFatalError {
  static override readonly code: string = 'NOT_LOADED';
}

/** The class of a capability is invalid; its author has to fix it. */
export class CapabilityDefinitionError extends CapabilityFatalError {
  static override readonly code: string = 'DEFINITION';
  readonly missing: readonly string[];
  readonly details: string | undefined;

  constructor(message: string, options: DefinitionErrorOptions = {}) {
    super(message, options);
    this.missing = textList(options.missing);
    this.details = options.details;
  }
}

/** The worker died too often to be restarted automatically. */
export class CapabilityCrashLoopError extends CapabilityFatalError {
  static override readonly code: string = 'CRASH_LOOP';
  readonly crashes: number | undefined;
  readonly windowMs: number | undefined;

  constructor(message: string, options: CrashLoopErrorOptions = {}) {
    super(message, options);
    this.crashes = options.crashes;
    this.windowMs = options.windowMs;
  }
}

/** The other side violates the protocol. */
export class WorkerProtocolError extends CapabilityFatalError {
  static override readonly code: string = 'PROTOCOL';
  readonly reason: string | undefined;

  constructor(message: string, options: ProtocolErrorOptions = {}) {
    super(message, options);
    this.reason = options.reason;
  }
}

/** The journal cannot be written, so that no new work is accepted. */
export class JournalUnavailableError extends CapabilityFatalError {
  static override readonly code: string = 'JOURNAL';
}
