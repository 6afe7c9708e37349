import type { Json } from '@helve/core';

/** Keeps answers for a while. */
export interface CacheStore {
  get(key: string, nowMs: number): Promise<{ readonly value: Json } | undefined>;
  set(key: string, value: Json, ttlMs: number, nowMs: number): Promise<void>;
  /** Lengthens the life of an entry without writing it again. */
  touch(key: string, ttlMs: number, nowMs: number): Promise<void>;
  delete(key: string): Promise<void>;
}
