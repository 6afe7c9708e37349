import type { IdempotencyStore, IdempotentResult, IdempotentResults } from '../port/idempotency-store.js';
import { createExpiringMap } from './expiring-map.js';
import { readMaxEntries, type MemoryOptions } from './memory-options.js';

/** Time for which a key whose holder vanished is remembered as lost. */
const lostMs = 24 * 60 * 60 * 1_000;

interface Entry {
  readonly holder: string;
  readonly argumentsDigest: string;
  readonly leaseEndsAtMs: number;
  /** JSON text, which nobody can change; absent while it runs. */
  readonly answer?: string;
}

/** Creates a store of idempotency keys for one process. */
export function createMemoryIdempotencyStore(options: MemoryOptions = {}): IdempotencyStore & IdempotentResults {
  const maxEntries = readMaxEntries('createMemoryIdempotencyStore', options, 100_000);
  const keys = createExpiringMap<Entry>({ store: 'idempotency store', maxEntries });

  const hold = (key: string, entry: Omit<Entry, 'leaseEndsAtMs'>, leaseMs: number, nowMs: number) => {
    const leaseEndsAtMs = nowMs + leaseMs;
    keys.set(key, { ...entry, leaseEndsAtMs }, leaseEndsAtMs + lostMs, nowMs);
  };
  /** Returns the entry if it runs and belongs to this holder. */
  const heldBy = (holder: string, key: string, nowMs: number) => {
    const entry = keys.get(key, nowMs);
    return entry?.holder === holder && entry.answer === undefined ? entry : undefined;
  };

  return {
    async begin({ key, holder, argumentsDigest, leaseMs, nowMs, takeOver }) {
      const entry = keys.get(key, nowMs);
      if (entry !== undefined) {
        if (entry.argumentsDigest !== argumentsDigest) return { state: 'conflict' };
        if (entry.answer !== undefined) return { state: 'done', answer: JSON.parse(entry.answer) as IdempotentResult };
        if (entry.leaseEndsAtMs > nowMs) return { state: 'running' };
        if (!takeOver) return { state: 'lost' };
      }
      hold(key, { holder, argumentsDigest }, leaseMs, nowMs);
      return { state: 'started' };
    },
    async renew(key, holder, leaseMs, nowMs) {
      const entry = heldBy(holder, key, nowMs);
      if (entry !== undefined) hold(key, entry, leaseMs, nowMs);
      return entry !== undefined;
    },
    async complete(key, holder, answer, ttlMs, nowMs) {
      const entry = heldBy(holder, key, nowMs);
      if (entry !== undefined) keys.set(key, { ...entry, answer: JSON.stringify(answer) }, nowMs + ttlMs, nowMs);
      return entry !== undefined;
    },
    async find(key, nowMs) {
      const answer = keys.get(key, nowMs)?.answer;
      return answer === undefined ? undefined : (JSON.parse(answer) as IdempotentResult);
    },
    async free(key, holder) {
      if (heldBy(holder, key, Number.NEGATIVE_INFINITY) !== undefined) keys.delete(key);
    },
  };
}
