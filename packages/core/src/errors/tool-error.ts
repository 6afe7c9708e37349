import { errorTypes, type ErrorType } from '../contract/error-type.js';
import { isErrorType } from './is-error-type.js';
import { hasMark } from './has-mark.js';

/** Facts an error carries for whoever reads it; `suggestion` is what to do next. */
export interface ToolErrorDetails {
  readonly suggestion?: string;
  readonly [fact: string]: unknown;
}

export interface ToolErrorOptions {
  /** A row of an error table, such as `CALL_INPUT_INVALID`. */
  readonly code?: string | undefined;
  readonly retryable?: boolean | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly partialSideEffects?: boolean | undefined;
  readonly details?: ToolErrorDetails | undefined;
  readonly cause?: unknown;
}

// Registered, so that two copies of this package recognise each other's errors.
const marker = Symbol.for('helve.tool-error');
/** Stands on errors whose author did not say whether trying again makes sense. */
const retryByType = Symbol.for('helve.tool-error.retry-by-type');

/** A failure that its author foresaw: its message is public and reaches the caller. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly type: ErrorType;
  readonly code: string | undefined;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly partialSideEffects: boolean;
  readonly details: ToolErrorDetails | undefined;

  constructor(type: ErrorType, message: string, options: ToolErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    if (!isErrorType(type)) throw new TypeError(`Cannot create a ToolError: unknown type "${String(type)}"`);
    if (message === '') throw new TypeError('Cannot create a ToolError: the message is empty');
    this.type = type;
    this.code = options.code;
    this.retryable = options.retryable ?? errorTypes[type].retryable;
    this.retryAfterMs = this.retryable ? wholeMs(options.retryAfterMs) : undefined;
    this.partialSideEffects = options.partialSideEffects ?? false;
    this.details = options.details;
    Object.defineProperty(this, marker, { value: true });
    if (options.retryable === undefined) Object.defineProperty(this, retryByType, { value: true });
  }
}

/** True for a `ToolError` of any copy of this package, and of this code if one is asked for. */
export function isToolError(value: unknown, code?: string): value is ToolError {
  if (!hasMark(value, marker)) return false;
  return code === undefined || ('code' in value && value.code === code);
}

/** True when the author of an error left it to its type, and to the tool, whether trying again makes sense. */
export function leavesRetryToType(error: ToolError): boolean {
  return retryByType in error;
}

/** A time to wait as answers give it: no less than was meant, and none at all rather than one without end. */
export function wholeMs(ms: number | undefined): number | undefined {
  return ms === undefined || !Number.isFinite(ms) ? undefined : Math.max(0, Math.ceil(ms));
}
