/** Store of counters with a limit, until units are released or expire. */
export interface CounterStore {
  /** Adds one, atomically, if the count is below the limit. */
  reserve(key: string, limit: number, ttlMs: number, nowMs: number): Promise<boolean>;
  release(key: string, nowMs: number): Promise<void>;
}
