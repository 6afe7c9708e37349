import type { BlockTable } from '@helve/flow/engine';
import {
  BLOCK_PAGE,
  toBlockRow,
  toFilterColumns,
  toRefColumns,
  toRevision,
  toRevisionColumns,
  type BlockColumns,
  type RevisionColumns,
} from '../block-row.js';
import { toColumnText } from '../column-text.js';
import type { Connection } from './connection.js';

const COLUMNS = 'document, block_id, place, record_hash, content_hash, json';
const FIND = `SELECT ${COLUMNS} FROM block_row
  WHERE kind = ? AND document = ? AND block_id = ? AND revision <= ? ORDER BY revision DESC LIMIT 1`;
const INSERT = `INSERT INTO block_row (kind, document, block_id, revision, place, record_hash, content_hash, json)
  VALUES (?, ?, ?, ?, (SELECT coalesce(max(place), 0) + 1 FROM block_row), ?, ?, ?)`;
/** Selects the newest version of each record up to a revision, from a given row on. */
const LIST = `SELECT ${COLUMNS} FROM block_row AS row
  WHERE kind = ?1 AND revision = (
      SELECT max(revision) FROM block_row AS other
      WHERE other.kind = row.kind AND other.document = row.document AND other.block_id = row.block_id AND other.revision <= ?2)
    AND (?3 IS NULL OR document = ?3) AND (?4 IS NULL OR content_hash = ?4) AND (document, place) > (?5, ?6)
  ORDER BY document, place LIMIT ${BLOCK_PAGE}`;

/** Versioned rows of block stores in SQLite. */
export function createBlockTable(connection: Connection): BlockTable {
  const latest = () =>
    connection.first<{ revision: number }>('SELECT coalesce(max(revision), 0) AS revision FROM block_revision')
      ?.revision ?? 0;
  return Object.freeze({
    remote: false,
    persistent: true,
    latest: () => connection.once(latest),
    find: (kind, ref, revision) =>
      connection.once(() => {
        const row = connection.first<BlockColumns>(FIND, [toColumnText(kind), ...toRefColumns(ref), revision]);
        return row && toBlockRow(kind, row);
      }),
    async *list(kind, revision, filter) {
      let after: readonly [string, number] = ['', 0];
      for (;;) {
        const values = [toColumnText(kind), revision, ...toFilterColumns(filter), ...after];
        const page = await connection.once(() => connection.all<BlockColumns>(LIST, values));
        for (const row of page) yield toBlockRow(kind, row);
        const last = page.at(-1);
        if (last === undefined || page.length < BLOCK_PAGE) return;
        after = [last.document, last.place];
      }
    },
    cached: (key, revision) =>
      connection.once(() => {
        const sql = 'SELECT json FROM block_cache WHERE key = ? AND revision <= ?';
        return connection.first<{ json: string }>(sql, [toColumnText(key), revision])?.json;
      }),
    commit: (changes) =>
      connection.write(() => {
        const revision = latest() + 1;
        const sql = 'INSERT INTO block_revision (revision, committed_at, documents, blocks) VALUES (?, ?, ?, ?)';
        connection.run(sql, [revision, ...toRevisionColumns(changes)]);
        for (const { kind, ref, recordHash, contentHash = null, json } of changes.rows) {
          connection.run(INSERT, [toColumnText(kind), ...toRefColumns(ref), revision, recordHash, contentHash, json]);
        }
        for (const [key, json] of changes.cache) {
          connection.run('INSERT OR IGNORE INTO block_cache (key, revision, json) VALUES (?, ?, ?)', [
            toColumnText(key),
            revision,
            json,
          ]);
        }
        return revision;
      }),
    revisions: () =>
      connection.once(() =>
        connection.all<RevisionColumns>('SELECT * FROM block_revision ORDER BY revision DESC').map(toRevision),
      ),
    // The store owns the connection.
    close: async () => undefined,
  } satisfies BlockTable);
}
