import type { CapabilityError, CapabilityErrorOptions } from './capability-error.js';
import { addErrorRow, categoryCodes, type CapabilityErrorRow, type ErrorCategory } from './error-rows.js';
import {
  CapabilityCrashLoopError,
  CapabilityDefinitionError,
  CapabilityFatalError,
  CapabilityNotLoadedError,
  JournalUnavailableError,
  WorkerProtocolError,
} from './fatal-errors.js';
import { CapabilityConfigError, CapabilityDisabledError, CapabilityInputError } from './input-errors.js';
import { CapabilityResourceError, WorkerOOMError } from './resource-errors.js';
import {
  CapabilityCancelledError,
  CapabilityTimeoutError,
  CapabilityTransientError,
  QueueFullError,
  WorkerCrashedError,
} from './transient-errors.js';

/** A class of errors that can be rebuilt on the other side of a wire. */
export interface CapabilityErrorClass {
  new (message: string, options?: CapabilityErrorOptions & Record<string, unknown>): CapabilityError;
  readonly code: string;
}

const builtIn: readonly { readonly code: string }[] = [
  CapabilityInputError,
  CapabilityConfigError,
  CapabilityDisabledError,
  CapabilityTransientError,
  CapabilityTimeoutError,
  CapabilityCancelledError,
  WorkerCrashedError,
  QueueFullError,
  CapabilityResourceError,
  WorkerOOMError,
  CapabilityFatalError,
  CapabilityNotLoadedError,
  CapabilityDefinitionError,
  CapabilityCrashLoopError,
  WorkerProtocolError,
  JournalUnavailableError,
];

const classes = new Map(builtIn.map((errorClass) => [errorClass.code, errorClass as CapabilityErrorClass]));

/** Registers a custom error class. Both sides of a wire have to register it, or the other side gets the class of the category. */
export function registerError(errorClass: CapabilityErrorClass, row: Omit<CapabilityErrorRow, 'code'>): void {
  addErrorRow({ ...row, code: errorClass.code });
  classes.set(errorClass.code, errorClass);
}

/** Returns the class of a code; for an unregistered code, the class of its category. */
export function findErrorClass(code: string, category: ErrorCategory | undefined): CapabilityErrorClass {
  const found = classes.get(code) ?? classes.get(categoryCodes[category ?? 'fatal'] ?? 'FATAL');
  return found ?? CapabilityFatalError;
}
