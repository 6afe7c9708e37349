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
import type { Connection } from './connection.js';
import { where } from './where.js';

const INSERT = `INSERT INTO journal (seq, kind, ${idColumns.join(', ')}, text)
  VALUES ((SELECT coalesce(max(seq), 0) + 1 FROM journal), ?, ?, ?, ?, ?, ?, ?)`;

export function createJournalStore(connection: Connection): JournalStore {
  return Object.freeze({
    append: async (entries) => {
      if (entries.length === 0) return;
      const rows = entries.map((entry) => [entry.kind, ...toIdColumns(entry), JSON.stringify(entry)]);
      await connection.write(() => {
        for (const row of rows) connection.run(INSERT, row);
      });
    },
    read: (filter = {}) =>
      connection.once(() => {
        const { sql, values } = where(journalConditions(filter));
        const select = `SELECT seq, text FROM journal WHERE ${sql} ORDER BY seq DESC LIMIT ?`;
        return fromNewestFirst(connection.all<EntryRow>(select, [...values, rowLimit(filter.last)]), toJournalEntry);
      }),
  } satisfies JournalStore);
}
