import type { JournalStore } from '@helve/worker/host';
import {
  fromNewestFirst,
  toJournalEntry,
  idColumns,
  journalConditions,
  rowLimit,
  toIdColumns,
  type EntryRow,
} from '../entry-row.js';
import { lockNames, type Connections } from './connections.js';
import { where } from './where.js';

// Numbered under a lock: entries have no gaps and become visible in their order.
const INSERT = `INSERT INTO helve.journal (seq, kind, ${idColumns.join(', ')}, text)
  SELECT (SELECT coalesce(max(seq), 0) FROM helve.journal) + ordinality, kind, ${idColumns.join(', ')}, text
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
    WITH ORDINALITY AS row (kind, ${idColumns.join(', ')}, text, ordinality)`;

export function createJournalStore(connections: Connections): JournalStore {
  return Object.freeze({
    append: async (entries) => {
      if (entries.length === 0) return;
      const ids = entries.map(toIdColumns);
      const columns = [
        entries.map(({ kind }) => kind),
        ...idColumns.map((_, index) => ids.map((row) => row[index] ?? null)),
        entries.map((entry) => JSON.stringify(entry)),
      ];
      await connections.write(async (runner) => {
        await lockNames(runner, ['journal']);
        await runner.run(INSERT, columns);
      });
    },
    read: (filter = {}) =>
      connections.once(async (runner) => {
        const { sql, values } = where(journalConditions(filter), 1);
        const rows = await runner.all<EntryRow>(
          `SELECT seq::double precision AS seq, text FROM helve.journal WHERE ${sql}
           ORDER BY helve.journal.seq DESC LIMIT $1`,
          [rowLimit(filter.last), ...values],
        );
        return fromNewestFirst(rows, toJournalEntry);
      }),
  } satisfies JournalStore);
}
