import { errorTypes, type ErrorType } from '../contract/error-type.js';

/** True for the name of a type of the list. */
export function isErrorType(value: unknown): value is ErrorType {
  return typeof value === 'string' && Object.hasOwn(errorTypes, value);
}
