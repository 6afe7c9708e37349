/**
 * Hands out a limited number of slots; a slot whose holder has died frees itself when its lease ends, or sooner where the
 * store knows that it has. Leases count by a clock of the store: those of its users may differ, and be set.
 */
export interface LeaseStore {
  /** Takes a slot if fewer than `limit` leases of the key are alive, in one indivisible step. */
  acquire(key: string, holder: string, limit: number, leaseMs: number): Promise<boolean>;
  /** False if the lease is gone. */
  renew(key: string, holder: string, leaseMs: number): Promise<boolean>;
  release(key: string, holder: string): Promise<void>;
}
