import { backoff } from '@helve/core';
import type { ProviderError } from './provider-error.js';

/** Options for retrying requests. */
export interface RequestRetryOptions {
  /** Number of retries. Default: 2. */
  readonly maxRetries?: number;
  /** First delay where the provider names none. Default: 500. */
  readonly baseMs?: number;
  /** Longest delay that a provider may ask for before the request fails. Default: 60,000. */
  readonly maxWaitMs?: number;
}

/** Returns the delay before the next attempt; `undefined` when there is none. */
export function retryWait(
  error: ProviderError,
  attempt: number,
  options: RequestRetryOptions = {},
): number | undefined {
  const { maxRetries = 2, baseMs = 500, maxWaitMs = 60_000 } = options;
  if (!error.retryable || attempt > maxRetries) return undefined;
  const wait = error.retryAfterMs ?? backoff({ attempt, baseMs, capMs: 8_000, jitter: 0.2 });
  return wait > maxWaitMs ? undefined : wait;
}
