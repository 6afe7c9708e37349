import { RecentMap } from '@helve/core';

/** A bounded cache of texts that expire; the oldest are dropped when there are too many, or too much text. */
export interface TextCache {
  get(key: string, nowMs: number): string | undefined;
  /** Stores a text, unless it is larger than the cache. */
  put(key: string, text: string, expiresAtMs: number, nowMs: number): void;
  /** Extends the life of a text. */
  touch(key: string, expiresAtMs: number, nowMs: number): void;
  /** Makes a text the newest. */
  refresh(key: string): void;
  delete(key: string): void;
}

export function createTextCache(limits: { readonly maxEntries: number; readonly maxChars: number }): TextCache {
  const entries = new RecentMap<string, { readonly text: string; expiresAtMs: number }>();
  let chars = 0;

  const drop = (key: string) => {
    chars -= entries.peek(key)?.text.length ?? 0;
    entries.delete(key);
  };
  const living = (key: string, nowMs: number) => {
    const entry = entries.peek(key);
    if (entry === undefined || entry.expiresAtMs > nowMs) return entry;
    drop(key);
    return undefined;
  };
  const dropOldest = () => {
    for (const [key] of entries) {
      if (entries.size <= limits.maxEntries && chars <= limits.maxChars) return;
      drop(key);
    }
  };

  return {
    get: (key, nowMs) => living(key, nowMs)?.text,
    put(key, text, expiresAtMs) {
      drop(key);
      entries.set(key, { text, expiresAtMs });
      chars += text.length;
      dropOldest();
    },
    touch(key, expiresAtMs, nowMs) {
      const entry = living(key, nowMs);
      if (entry !== undefined) entry.expiresAtMs = Math.max(entry.expiresAtMs, expiresAtMs);
    },
    refresh: (key) => void entries.get(key),
    delete: drop,
  };
}
