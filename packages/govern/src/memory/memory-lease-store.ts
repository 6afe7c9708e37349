import type { LeaseStore } from '../port/lease-store.js';
import { createExpiringMap } from './expiring-map.js';
import { readMaxEntries, type MemoryOptions } from './memory-options.js';

/** Creates a store of leases for one process. */
export function createMemoryLeaseStore(
  options: MemoryOptions = {},
  now: () => number = () => performance.now(),
): LeaseStore {
  const maxEntries = readMaxEntries('createMemoryLeaseStore', options, 100_000);
  const leases = createExpiringMap<Map<string, number>>({ store: 'lease store', maxEntries });

  const aliveOf = (key: string, nowMs: number) => {
    const holders = leases.get(key, nowMs) ?? new Map<string, number>();
    for (const [holder, endsAtMs] of holders) if (endsAtMs <= nowMs) holders.delete(holder);
    return holders;
  };
  const hold = (key: string, holders: Map<string, number>, holder: string, leaseMs: number, nowMs: number) => {
    const endsAtMs = Math.max(nowMs + leaseMs, ...holders.values());
    leases.set(key, holders, endsAtMs, nowMs);
    holders.set(holder, nowMs + leaseMs);
  };

  return {
    async acquire(key, holder, limit, leaseMs) {
      const nowMs = now();
      const holders = aliveOf(key, nowMs);
      if (!holders.has(holder) && holders.size >= limit) return false;
      hold(key, holders, holder, leaseMs, nowMs);
      return true;
    },
    async renew(key, holder, leaseMs) {
      const nowMs = now();
      const holders = aliveOf(key, nowMs);
      if (!holders.has(holder)) return false;
      hold(key, holders, holder, leaseMs, nowMs);
      return true;
    },
    async release(key, holder) {
      const holders = leases.get(key, Number.NEGATIVE_INFINITY);
      if (holders?.delete(holder) === true && holders.size === 0) leases.delete(key);
    },
  };
}
