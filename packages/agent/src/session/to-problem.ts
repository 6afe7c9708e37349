import { isToolError } from '@helve/core';
import type { SessionProblem } from '../contract/session-event.js';
import { ProviderError } from '../transport/provider-error.js';

/** Converts anything thrown to plain data; hides the text of unforeseen errors. */
export function toProblem(thrown: unknown): SessionProblem {
  if (!isToolError(thrown) && !(thrown instanceof ProviderError)) {
    return Object.freeze({
      message: 'Cannot continue this turn: internal error',
      code: 'AGENT_FAILED',
      retryable: false,
    });
  }
  const { message, code, retryable, retryAfterMs } = thrown;
  return Object.freeze({
    message,
    retryable,
    ...(code === undefined ? {} : { code }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}
