import type { IdempotencyStore, KeptAnswer } from '../port/idempotency-store.js';
import { createExpiringMap } from './expiring-map.js';
import { readMaxEntries, type MemoryOptions } from './memory-options.js';

/** How long a key whose holder vanished is remembered as lost. */
const lostMs = 24 * 60 * 60 * 1_000;

interface Entry {
  readonly argumentsDigest: string;
  readonly leaseEndsAtMs: number;
  /** JSON text, so that nobody can change it; absent while it runs. */
  readonly answer?: string;
}

/** Remembers which keys have run, for one process. */
export function createMemoryIdempotencyStore(options: MemoryOptions = {}): IdempotencyStore {
  const maxEntries = readMaxEntries('createMemoryIdempotencyStore', options, 100_000);
  const keys = createExpiringMap<Entry>({ store: 'idempotency store', maxEntries, whenFull: 'refuse' });
  return {
    async begin(key, argumentsDigest, leaseMs, nowMs, takeOver) {
      const entry = keys.get(key, nowMs);
      if (entry !== undefined) {
        if (entry.argumentsDigest !== argumentsDigest) return { state: 'conflict' };
        if (entry.answer !== undefined) return { state: 'done', answer: JSON.parse(entry.answer) as KeptAnswer };
        if (entry.leaseEndsAtMs > nowMs) return { state: 'running' };
        if (!takeOver) return { state: 'lost' };
      }
      const leaseEndsAtMs = nowMs + leaseMs;
      keys.set(key, { argumentsDigest, leaseEndsAtMs }, leaseEndsAtMs + lostMs, nowMs);
      return { state: 'started' };
    },
    async complete(key, answer, ttlMs, nowMs) {
      const entry = keys.get(key, nowMs);
      // The first answer stays, whatever a slower twin brings.
      if (entry === undefined || entry.answer !== undefined) return;
      keys.set(key, { ...entry, answer: JSON.stringify(answer) }, nowMs + ttlMs, nowMs);
    },
    async free(key) {
      if (keys.get(key, Number.NEGATIVE_INFINITY)?.answer === undefined) keys.delete(key);
    },
  };
}
