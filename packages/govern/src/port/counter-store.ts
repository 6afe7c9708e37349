/** Counts things up to a limit, until they are given back or forgotten. */
export interface CounterStore {
  /** Adds one if the count is below the limit, in one indivisible step. */
  reserve(key: string, limit: number, ttlMs: number, nowMs: number): Promise<boolean>;
  release(key: string, nowMs: number): Promise<void>;
}
