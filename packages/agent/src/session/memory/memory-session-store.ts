import { RecentMap } from '@helve/core';
import type { SessionStore } from '../../contract/session-store.js';

const maxListed = 100;

interface Entry {
  /** JSON text, which nobody can change. */
  readonly text: string;
  readonly owner: string;
  readonly revision: number;
  readonly expiresAtMs: number;
}

/** Creates a store for one process with a limit: the session idle longest is dropped first. */
export function createMemorySessionStore({
  maxSessions = 10_000,
}: { readonly maxSessions?: number } = {}): SessionStore {
  const entries = new RecentMap<string, Entry>();

  const living = (id: string, nowMs: number): Entry | undefined => {
    const entry = entries.peek(id);
    return entry !== undefined && entry.expiresAtMs > nowMs ? entry : undefined;
  };
  const makeRoom = (nowMs: number) => {
    for (const [id, { expiresAtMs }] of entries) {
      if (expiresAtMs > nowMs && entries.size <= maxSessions) return;
      entries.delete(id);
    }
  };

  return Object.freeze({
    async load(id: string, nowMs: number) {
      const entry = living(id, nowMs);
      return entry === undefined ? undefined : { record: JSON.parse(entry.text), revision: entry.revision };
    },
    async save(record, revision, ttlMs, nowMs) {
      const known = living(record.id, nowMs);
      if (known !== undefined && known.revision !== revision) return false;
      const text = JSON.stringify(record);
      const { id, owner } = record;
      entries.set(id, { text, owner, revision: revision + 1, expiresAtMs: nowMs + ttlMs });
      makeRoom(nowMs);
      return true;
    },
    async delete(id: string) {
      entries.delete(id);
    },
    async list(owner, nowMs) {
      const own = [...entries].filter(([, entry]) => entry.owner === owner && entry.expiresAtMs > nowMs);
      return own
        .slice(-maxListed)
        .map(([, { text }]) => JSON.parse(text))
        .toReversed();
    },
  } satisfies SessionStore);
}
