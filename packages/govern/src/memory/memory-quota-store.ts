import type { QuotaCharge, QuotaStore, QuotaVerdict } from '../port/quota-store.js';
import { createExpiringMap } from './expiring-map.js';
import { readMaxEntries, type MemoryOptions } from './memory-options.js';
import { createUsage, type Usage } from './usage.js';

/** The limits of one key, for example per second and per day, which count separately. */
interface Limits {
  readonly all: { readonly algorithm: QuotaCharge['algorithm']; readonly windowMs: number; readonly usage: Usage }[];
  endsAtMs: number;
}

const passed: QuotaVerdict = Object.freeze({ ok: true });

/** Creates a store of quotas for one process. */
export function createMemoryQuotaStore(options: MemoryOptions = {}): QuotaStore {
  const maxEntries = readMaxEntries('createMemoryQuotaStore', options, 100_000);
  const keys = createExpiringMap<Limits>({ store: 'quota store', maxEntries });

  const find = ({ key, algorithm, windowMs }: QuotaCharge, nowMs: number): Usage | undefined => {
    for (const limit of keys.get(key, nowMs)?.all ?? []) {
      if (limit.windowMs === windowMs && limit.algorithm === algorithm) return limit.usage;
    }
    return undefined;
  };
  const usageOf = (charge: QuotaCharge, nowMs: number) =>
    find(charge, nowMs) ?? createUsage(charge.algorithm, charge.limit, nowMs);

  /** Stores a usage; throws when there is no room. */
  const keep = (charge: QuotaCharge, usage: Usage, nowMs: number) => {
    const { key, algorithm, windowMs } = charge;
    const limits = keys.get(key, nowMs) ?? { all: [], endsAtMs: 0 };
    limits.endsAtMs = Math.max(limits.endsAtMs, nowMs + windowMs);
    keys.set(key, limits, limits.endsAtMs, nowMs);
    if (!limits.all.some((limit) => limit.usage === usage)) limits.all.push({ algorithm, windowMs, usage });
  };

  // The common case: one limit.
  const chargeOne = (charge: QuotaCharge, nowMs: number): QuotaVerdict => {
    const usage = usageOf(charge, nowMs);
    const waitMs = usage.waitMs(charge, nowMs);
    if (waitMs > 0) return { ok: false, key: charge.key, waitMs };
    keep(charge, usage, nowMs);
    usage.charge(charge, nowMs);
    return passed;
  };
  const chargeAll = (charges: readonly QuotaCharge[], nowMs: number): QuotaVerdict => {
    const asked = charges.map((charge) => ({ charge, usage: usageOf(charge, nowMs) }));
    const waits = asked.map(({ charge, usage }) => ({ key: charge.key, waitMs: usage.waitMs(charge, nowMs) }));
    const slowest = waits.reduce((a, b) => (b.waitMs > a.waitMs ? b : a), { key: '', waitMs: 0 });
    if (slowest.waitMs > 0) return { ok: false, ...slowest };
    // Room for all of them first, so that a full store charges none.
    for (const { charge, usage } of asked) keep(charge, usage, nowMs);
    for (const { charge, usage } of asked) usage.charge(charge, nowMs);
    return passed;
  };

  return {
    // Nothing is awaited between the check and the charge, which makes it atomic.
    charge(charges, nowMs) {
      const only = charges[0];
      return only !== undefined && charges.length === 1 ? chargeOne(only, nowMs) : chargeAll(charges, nowMs);
    },
    refund(charges, nowMs) {
      for (const charge of charges) find(charge, nowMs)?.refund(charge, nowMs);
    },
  };
}
