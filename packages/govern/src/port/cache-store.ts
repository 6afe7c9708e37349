import type { Json } from '@helve/core';

/** Store of answers for a limited time. */
export interface CacheStore {
  get(key: string, nowMs: number): Promise<{ readonly value: Json } | undefined>;
  set(key: string, value: Json, ttlMs: number, nowMs: number): Promise<void>;
  /** Extends the life of an entry without writing it again. */
  touch(key: string, ttlMs: number, nowMs: number): Promise<void>;
  delete(key: string): Promise<void>;
}
