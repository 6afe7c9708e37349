import { isToolError, type ErrorType, type ToolError } from '@helve/core';
import { CapabilityError } from './capability-error.js';
import { categoryCodes, type ErrorCategory } from './error-rows.js';
import { findErrorClass } from './register-error.js';

/** Categories of platform error codes; an error without one of them is a bug in the tool. */
const byPlatformCode: readonly (readonly [RegExp, ErrorCategory])[] = [
  [/^(?:ENOENT|EACCES|EPERM|ENOTDIR)$/, 'user_input'],
  [/^(?:ETIMEDOUT|ECONN\w+|EPIPE|EAI_AGAIN|EBUSY|EMFILE)$/, 'transient'],
  [/^(?:ENOMEM|ENOSPC)$/, 'resource'],
];

/** Converts any thrown value to an error of this package, with the original as its cause. */
export function toCapabilityError(thrown: unknown): CapabilityError {
  if (CapabilityError.is(thrown)) return thrown;
  if (isToolError(thrown)) return fromToolError(thrown);
  const category = platformCategory(thrown);
  const errorClass = findErrorClass(categoryCodes[category ?? 'fatal'], category);
  const errorType: { errorType?: ErrorType } = category === undefined ? { errorType: 'INTERNAL' } : {};
  return new errorClass(thrownText(thrown), { cause: thrown, ...errorType });
}

const byType: { readonly [T in ErrorType]?: string } = {
  VALIDATION: 'INPUT',
  TRANSIENT: 'TRANSIENT',
  RATE_LIMIT: 'TRANSIENT',
  TIMEOUT: 'TIMEOUT',
  CANCELLED: 'CANCELLED',
};

/** Converts a `ToolError`, keeping its type and message. */
function fromToolError(error: ToolError): CapabilityError {
  const { type, message, retryable, retryAfterMs } = error;
  const errorClass = findErrorClass(byType[type] ?? 'FATAL', undefined);
  return new errorClass(message, {
    cause: error,
    errorType: type,
    retriable: retryable,
    ...(retryAfterMs === undefined ? {} : { retryAfterSeconds: retryAfterMs / 1000 }),
  });
}

function platformCategory(thrown: unknown): ErrorCategory | undefined {
  const code: unknown = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined;
  if (typeof code !== 'string') return undefined;
  return byPlatformCode.find(([pattern]) => pattern.test(code))?.[1];
}

function thrownText(thrown: unknown): string {
  try {
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    return text === '' ? 'An error without a message' : text;
  } catch {
    return 'A value that cannot be printed was thrown';
  }
}
