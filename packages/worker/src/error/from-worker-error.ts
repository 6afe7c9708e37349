import { isToolError, ToolError, type ToolErrorDetails } from '@helve/core';
import type { CapabilityError } from './capability-error.js';
import { categoryCodes, errorFields, errorRow } from './error-rows.js';
import { toCapabilityError } from './to-capability-error.js';
import { CapabilityTimeoutError, CapabilityTransientError } from './transient-errors.js';
import { workerErrors } from './worker-errors.js';

export interface ToolErrorFacts {
  /** True when running the call twice does no harm; otherwise a timeout of a started call is final. */
  readonly idempotent?: boolean | undefined;
  /** False for a tool that only reads. Default: true. */
  readonly writes?: boolean | undefined;
}

/** Converts an error of this package to the one that callers of tools get. */
export function fromWorkerError(
  thrown: unknown,
  { idempotent = false, writes = true }: ToolErrorFacts = {},
): ToolError {
  if (isToolError(thrown)) return thrown;
  const error = toCapabilityError(thrown);
  // A tool that runs in a worker fails as it would fail here.
  if (isToolError(error.cause) && error.cause.type === error.errorType) return error.cause;
  const row = tableRow(error.code, error.category);
  return new ToolError(error.errorType, error.message, {
    code: row.code,
    cause: error,
    retryable: isRetryable(error, idempotent),
    retryAfterMs: retryAfterMs(error),
    partialSideEffects: writes && endedUnderway(error),
    details: { suggestion: row.docs, ...toDetails(error) },
  });
}

const rows = new Map(workerErrors.rows.map((row) => [row.code, row]));

/** Returns the row of a code or, for a custom or unknown one, of its parent. */
function tableRow(code: string, category: CapabilityError['category']) {
  for (let current: string | undefined = code; current !== undefined; current = errorRow(current)?.parent) {
    const row = rows.get(current.startsWith('WORKER_') ? current : `WORKER_${current}`);
    if (row !== undefined) return row;
  }
  const row = rows.get(`WORKER_${categoryCodes[category]}`);
  if (row === undefined) throw new TypeError(`Cannot convert error "${code}": its category has no row`);
  return row;
}

/** True for the end of a call that had begun, unless its author says by a named error what became of it. */
function endedUnderway(error: CapabilityError): boolean {
  if (!error.began) return false;
  return error.category === 'fatal' || endings.has(error.code);
}

/** Codes of calls that were ended from outside. */
const endings: ReadonlySet<string> = new Set(['WORKER_CRASHED', 'WORKER_OOM', 'TIMEOUT', 'CANCELLED']);

/** True when the same call may be retried. Retriable input errors need a changed request, which is another call. */
function isRetryable(error: CapabilityError, idempotent: boolean): boolean {
  if (error.category === 'user_input' || !error.retriable) return false;
  if (!CapabilityTimeoutError.is(error)) return true;
  return idempotent || error.which === 'queue' || error.which === 'start';
}

function retryAfterMs(error: CapabilityError): number | undefined {
  const seconds = CapabilityTransientError.is(error) ? error.retryAfterSeconds : undefined;
  return typeof seconds === 'number' ? seconds * 1000 : undefined;
}

/** Returns facts for the caller; stderr of the worker stays with the host. */
function toDetails(error: CapabilityError): ToolErrorDetails {
  const details: Record<string, unknown> = {};
  for (const name of ['capabilityName', 'instanceId', ...errorFields(error.code)]) {
    const value: unknown = Reflect.get(error, name);
    if (value !== undefined && name !== 'lastStderr') details[name] = value;
  }
  return details;
}
