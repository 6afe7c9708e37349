import { governErrors } from '../govern-errors.js';

export interface ExpiringMapOptions {
  /** Name of the store, for the error when it is full. */
  readonly store: string;
  readonly maxEntries: number;
}

/**
 * A bounded map whose entries expire by the time that its callers pass in, without a timer; it rejects more entries
 * when full of living ones.
 */
export interface ExpiringMap<V> {
  get(key: string, nowMs: number): V | undefined;
  set(key: string, value: V, expiresAtMs: number, nowMs: number): void;
  delete(key: string): void;
  readonly size: number;
}

/** Number of old entries checked for each new one: more than one, so that expired ones cannot pile up. */
const sweptPerSet = 2;

export function createExpiringMap<V>({ store, maxEntries }: ExpiringMapOptions): ExpiringMap<V> {
  const entries = new Map<string, { value: V; expiresAtMs: number }>();
  let hand = entries.entries();
  // A full sweep is pointless before the first living entry expires.
  let nextSweepAtMs = Number.NEGATIVE_INFINITY;

  const sweepSome = (nowMs: number) => {
    for (let i = 0; i < sweptPerSet; i += 1) {
      const next = hand.next();
      if (next.done === true) hand = entries.entries();
      else if (next.value[1].expiresAtMs <= nowMs) entries.delete(next.value[0]);
    }
  };
  const sweepAll = (nowMs: number) => {
    if (nowMs < nextSweepAtMs) return;
    nextSweepAtMs = Number.POSITIVE_INFINITY;
    for (const [key, { expiresAtMs }] of entries) {
      if (expiresAtMs <= nowMs) entries.delete(key);
      else nextSweepAtMs = Math.min(nextSweepAtMs, expiresAtMs);
    }
  };
  const makeRoom = (nowMs: number) => {
    sweepSome(nowMs);
    if (entries.size < maxEntries) return;
    sweepAll(nowMs);
    if (entries.size >= maxEntries) throw governErrors.create('GOVERN_STORE_FULL', { store, count: entries.size });
  };

  const renew = (entry: { value: V; expiresAtMs: number }, value: V, expiresAtMs: number) => {
    entry.value = value;
    entry.expiresAtMs = expiresAtMs;
  };

  return {
    get(key, nowMs) {
      const entry = entries.get(key);
      if (entry === undefined || entry.expiresAtMs > nowMs) return entry?.value;
      entries.delete(key);
      return undefined;
    },
    set(key, value, expiresAtMs, nowMs) {
      nextSweepAtMs = Math.min(nextSweepAtMs, expiresAtMs);
      const known = entries.get(key);
      if (known !== undefined) return renew(known, value, expiresAtMs);
      makeRoom(nowMs);
      entries.set(key, { value, expiresAtMs });
    },
    delete: (key) => void entries.delete(key),
    get size() {
      return entries.size;
    },
  };
}
