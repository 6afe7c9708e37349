import { backoff } from '@helve/core';
import type { UnitRetry } from '../contract/engine.js';

/** Default retry of units whose job names none. */
export const unitRetry: UnitRetry = Object.freeze({
  attempts: 5,
  baseMs: 1_000,
  factor: 2,
  capMs: 300_000,
  jitter: 0.2,
  on: Object.freeze(['TRANSIENT', 'RATE_LIMIT', 'TIMEOUT']),
});

/** A wait that somebody asks for is honoured up to this long. */
const MAX_ASKED_MS = 3_600_000;

/** The wait before the next attempt of a unit, or undefined when it had all of its attempts. */
export function retryWait(
  own: Partial<UnitRetry>,
  {
    failures,
    askedMs,
    random,
  }: { readonly failures: number; readonly askedMs?: number | undefined; readonly random: () => number },
): number | undefined {
  const { attempts, baseMs, factor, capMs, jitter } = { ...unitRetry, ...own };
  if (failures >= attempts) return undefined;
  if (askedMs !== undefined) return Math.min(askedMs, MAX_ASKED_MS);
  return backoff({ attempt: failures, baseMs, factor, capMs, jitter, random });
}
