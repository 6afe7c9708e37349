import { frozenCopy } from '@helve/core';
import type { JournalStore, StoredJournalEntry } from '../port/journal-store.js';
import { matchesIds, newest } from './matches-filter.js';

/** Creates a journal in memory. */
export function createMemoryJournalStore(): JournalStore {
  const entries: StoredJournalEntry[] = [];
  return {
    async append(more) {
      const first = entries.length + 1;
      entries.push(...more.map((entry, index) => frozenCopy({ ...entry, seq: first + index })));
    },
    async read(filter = {}) {
      const { kinds, last } = filter;
      const found = entries.filter(
        (entry) => matchesIds(entry, filter) && (kinds === undefined || kinds.includes(entry.kind)),
      );
      return newest(found, last);
    },
  };
}
