import { governErrors } from '../govern-errors.js';

export interface ExpiringMapOptions {
  /** Whose entries these are, for the message when there are too many. */
  readonly store: string;
  readonly maxEntries: number;
}

/** A bounded map whose entries end by themselves, by the time its callers tell, without a timer; full of living ones, it refuses more. */
export interface ExpiringMap<V> {
  get(key: string, nowMs: number): V | undefined;
  set(key: string, value: V, expiresAtMs: number, nowMs: number): void;
  delete(key: string): void;
  readonly size: number;
}

/** How many old entries each new one looks at: more than one, so that the dead cannot pile up. */
const sweptPerSet = 2;

export function createExpiringMap<V>({ store, maxEntries }: ExpiringMapOptions): ExpiringMap<V> {
  const entries = new Map<string, { value: V; expiresAtMs: number }>();
  let hand = entries.entries();
  // A whole sweep is pointless before the first of the living ends.
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
