import type { QuotaCharge, QuotaStore } from '../port/quota-store.js';
import { createExpiringMap } from './expiring-map.js';
import { readMaxEntries, type MemoryOptions } from './memory-options.js';
import { createUsage, type Usage } from './usage.js';

/** Counts units over time, for one process. */
export function createMemoryQuotaStore(options: MemoryOptions = {}): QuotaStore {
  const maxEntries = readMaxEntries('createMemoryQuotaStore', options, 100_000);
  const usages = createExpiringMap<Usage>({ store: 'quota store', maxEntries, whenFull: 'refuse' });

  const usageOf = (charge: QuotaCharge, nowMs: number) =>
    usages.get(scopeOf(charge), nowMs) ?? createUsage(charge.algorithm, charge.limit, nowMs);

  return {
    // Between the question and the charge nothing is awaited: that makes it one step.
    async charge(charges, nowMs) {
      const asked = charges.map((charge) => ({ charge, usage: usageOf(charge, nowMs) }));
      const waits = asked.map(({ charge, usage }) => ({ key: charge.key, waitMs: usage.waitMs(charge, nowMs) }));
      const slowest = waits.reduce((a, b) => (b.waitMs > a.waitMs ? b : a), { key: '', waitMs: 0 });
      if (slowest.waitMs > 0) return { ok: false, ...slowest };
      // Room for all of them first, so that a full store charges none.
      for (const { charge, usage } of asked) usages.set(scopeOf(charge), usage, nowMs + charge.windowMs, nowMs);
      for (const { charge, usage } of asked) usage.charge(charge, nowMs);
      return { ok: true };
    },
    async refund(charges, nowMs) {
      for (const charge of charges) usages.get(scopeOf(charge), nowMs)?.refund(charge, nowMs);
    },
  };
}

/** One key may stand under several limits, say a second's and a day's: each counts alone. */
function scopeOf({ algorithm, windowMs, key }: QuotaCharge): string {
  return `${algorithm} ${windowMs} ${key}`;
}
