import { isToolError } from '@helve/core';
import type { ErrorFacts } from './run-report.js';

/** Converts an error to the form that reports show. */
export function errorFacts(error: unknown): ErrorFacts {
  if (!isToolError(error)) {
    return { type: 'INTERNAL', message: error instanceof Error ? error.message : String(error), retryable: false };
  }
  const { type, message, code, retryable, details } = error;
  const location = Object.fromEntries(
    ['node', 'tool', 'block'].flatMap((key) => (typeof details?.[key] === 'string' ? [[key, details[key]]] : [])),
  ) as Pick<ErrorFacts, 'node' | 'tool' | 'block'>;
  return { type, message, retryable, ...(code === undefined ? {} : { code }), ...location };
}
