import { CapabilityError } from '../error/capability-error.js';
import { fromWireError, toWireError, type WireError } from '../error/wire-error.js';

/** Encodes an error that is a value, not a failure of the call. */
export function toErrorData(error: Error): WireError {
  const wire = toWireError(error);
  return CapabilityError.is(error) ? wire : (wire.cause ?? wire);
}

/** Restores such an error. */
export function fromErrorData(data: unknown): unknown {
  return fromWireError({ code: 'FATAL', cause: data as WireError }).cause;
}
