/**
 * Store of a limited number of slots; a slot whose holder has died is freed when its lease ends, or sooner where the
 * store knows. Leases count by the store's clock: those of its users may differ, and be set.
 */
export interface LeaseStore {
  /** Takes a slot, atomically, if fewer than `limit` leases of the key are alive. */
  acquire(key: string, holder: string, limit: number, leaseMs: number): Promise<boolean>;
  /** Extends a lease; false if it is gone. */
  renew(key: string, holder: string, leaseMs: number): Promise<boolean>;
  release(key: string, holder: string): Promise<void>;
}
