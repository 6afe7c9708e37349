import { backoff } from '@helve/core';
import type { ProviderError } from './provider-error.js';

/** How often and how patiently a request is made again. */
export interface RequestRetryOptions {
  /** Beyond the first request; 2 unless given. */
  readonly maxRetries?: number;
  /** The first wait where the provider names none; 500 unless given. */
  readonly baseMs?: number;
  /** A provider that wants a longer wait is not asked again; 60,000 unless given. */
  readonly maxWaitMs?: number;
}

/** How long to wait before the next attempt; `undefined` means that there is none. */
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
