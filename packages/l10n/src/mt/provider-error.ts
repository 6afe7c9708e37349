import type { ErrorType } from '@helve/core';
import { L10nError, l10nErrors } from '../l10n-errors.js';

/** Creates the error of a provider that failed, with the type of failure. */
export function providerError(
  type: ErrorType,
  provider: string,
  problem: string,
  options: { readonly retryAfterMs?: number | undefined; readonly cause?: unknown } = {},
): L10nError {
  const { message, code, details } = l10nErrors.create('L10N_PROVIDER', { provider, problem });
  return new L10nError(type, message, { code, details, ...options });
}
