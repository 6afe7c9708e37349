import { isToolError } from '@helve/core';

/** A failure for a program, on one line. */
export function toFailureJson(thrown: unknown): string {
  if (!isToolError(thrown)) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return JSON.stringify({ schema: 'helve.error/v1', code: null, type: 'INTERNAL', message });
  }
  const { code, type, message, details = {} } = thrown;
  const { suggestion, diagnostics, findings } = details;
  return JSON.stringify({
    schema: 'helve.error/v1',
    code: code ?? null,
    type,
    message,
    ...(suggestion === undefined ? {} : { hint: suggestion }),
    ...(diagnostics === undefined && findings === undefined ? {} : { diagnostics: diagnostics ?? findings }),
  });
}
