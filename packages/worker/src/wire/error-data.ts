import { CapabilityError } from '../error/capability-error.js';
import { fromWireError, toWireError, type WireError } from '../error/wire-error.js';

/** An error that is a value, not an answer: it travels as what it is, and not as a failure of the capability. */
export function toErrorData(error: Error): WireError {
  const wire = toWireError(error);
  return CapabilityError.is(error) ? wire : (wire.cause ?? wire);
}

/** The error that such data stands for. */
export function fromErrorData(data: unknown): unknown {
  return fromWireError({ code: 'FATAL', cause: data as WireError }).cause;
}
