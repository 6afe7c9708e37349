import { backoff, isToolError, leavesRetryToType } from '@helve/core';
import type { ErrorPolicy, RetryPolicy } from '../../contract/flow-document.js';

/** The last resort for a block on which a step fails. */
export type Fallback = 'fail' | 'skip' | 'quarantine';

/** An error policy with every default filled in. */
export interface StepPolicy {
  readonly attempts: number;
  readonly baseMs: number;
  readonly factor: number;
  readonly maxMs: number;
  readonly on: ReadonlySet<string>;
  readonly then: Fallback;
}

/** A wait that a provider asks for is honoured up to here. */
const MAX_RETRY_AFTER_MS = 60_000;
/** The share of a wait that is left to chance, so that blocks that failed together do not come back together. */
const JITTER = 0.2;
const defaultTypes = ['TRANSIENT', 'RATE_LIMIT', 'TIMEOUT'] as const;

/** Fills in what a flow document leaves out. */
export function toStepPolicy(policy: ErrorPolicy): StepPolicy {
  const retry: RetryFacts = typeof policy === 'string' ? { attempts: 1 } : policy.retry;
  const then = typeof policy === 'string' ? policy : (policy.then ?? 'fail');
  const { attempts = 3, baseMs = 500, factor = 2, maxMs = 30_000, on = defaultTypes } = retry;
  return Object.freeze({ attempts, baseMs, factor, maxMs, on: new Set(on), then });
}

type RetryFacts = RetryPolicy['retry'];

/** Computes the delay before the next attempt; undefined when there is none. */
export function retryDelay(
  policy: StepPolicy,
  error: unknown,
  attempt: number,
  random: () => number,
): number | undefined {
  if (attempt >= policy.attempts || !isToolError(error) || !policy.on.has(error.type)) return undefined;
  // Whoever threw it may have said that it cannot succeed; what may have done something already is not done again.
  if (!error.retryable && !leavesRetryToType(error)) return undefined;
  if (error.partialSideEffects || wasRetried(error.details)) return undefined;
  if (error.retryAfterMs !== undefined) return Math.min(error.retryAfterMs, MAX_RETRY_AFTER_MS);
  const { baseMs, factor, maxMs } = policy;
  return backoff({ attempt, baseMs, factor, capMs: maxMs, jitter: JITTER, random });
}

/** True when the caller has retried already. */
function wasRetried(details: { readonly [fact: string]: unknown } | undefined): boolean {
  const attempts = details?.['attempts'];
  return typeof attempts === 'number' && attempts > 1;
}
