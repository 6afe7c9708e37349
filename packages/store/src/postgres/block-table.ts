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
import { lockNames, type Connections, type StatementRunner } from './connections.js';

const COLUMNS = 'document, block_id, place::double precision AS place, record_hash, content_hash, json';
const FIND = `SELECT ${COLUMNS} FROM helve.block_row
  WHERE kind = $1 AND document = $2 AND block_id = $3 AND revision <= $4 ORDER BY revision DESC LIMIT 1`;
const INSERT = `INSERT INTO helve.block_row (kind, document, block_id, revision, place, record_hash, content_hash, json)
  SELECT kind, document, block_id, $1, (SELECT coalesce(max(place), 0) FROM helve.block_row) + ordinality,
    record_hash, content_hash, json
  FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
    WITH ORDINALITY AS row (kind, document, block_id, record_hash, content_hash, json, ordinality)`;
/** Selects the newest version of each record up to a revision, from a given row on. */
const LIST = `SELECT ${COLUMNS} FROM helve.block_row AS row
  WHERE kind = $1 AND revision = (
      SELECT max(revision) FROM helve.block_row AS other
      WHERE other.kind = row.kind AND other.document = row.document AND other.block_id = row.block_id AND other.revision <= $2)
    AND ($3::text IS NULL OR document = $3) AND ($4::text IS NULL OR content_hash = $4)
    AND (document > $5 COLLATE "C" OR (document = $5 AND row.place > $6))
  ORDER BY document COLLATE "C", row.place LIMIT ${BLOCK_PAGE}`;

/** Versioned rows of block stores in Postgres. */
export function createBlockTable(connections: Connections): BlockTable {
  return Object.freeze({
    remote: true,
    persistent: true,
    latest: () => connections.once(latest),
    find: (kind, ref, revision) =>
      connections.once(async (runner) => {
        const row = await runner.first<BlockColumns>(FIND, [toColumnText(kind), ...toRefColumns(ref), revision]);
        return row && toBlockRow(kind, row);
      }),
    async *list(kind, revision, filter) {
      let after: readonly [string, number] = ['', 0];
      for (;;) {
        const values = [toColumnText(kind), revision, ...toFilterColumns(filter), ...after];
        const page = await connections.once((runner) => runner.all<BlockColumns>(LIST, values));
        for (const row of page) yield toBlockRow(kind, row);
        const last = page.at(-1);
        if (last === undefined || page.length < BLOCK_PAGE) return;
        after = [last.document, last.place];
      }
    },
    cached: (key, revision) =>
      connections.once(async (runner) => {
        const sql = 'SELECT json FROM helve.block_cache WHERE key = $1 AND revision <= $2';
        return (await runner.first<{ json: string }>(sql, [toColumnText(key), revision]))?.json;
      }),
    commit: (changes) =>
      connections.write(async (runner) => {
        // Numbered under a lock: revisions have no gaps and become visible in their order.
        await lockNames(runner, ['block_revision']);
        const revision = (await latest(runner)) + 1;
        const sql =
          'INSERT INTO helve.block_revision (revision, committed_at, documents, blocks) VALUES ($1, $2, $3, $4)';
        await runner.run(sql, [revision, ...toRevisionColumns(changes)]);
        const refs = changes.rows.map(({ ref }) => toRefColumns(ref));
        await runner.run(INSERT, [
          revision,
          changes.rows.map(({ kind }) => toColumnText(kind)),
          refs.map(([document]) => document),
          refs.map(([, blockId]) => blockId),
          changes.rows.map(({ recordHash }) => recordHash),
          changes.rows.map(({ contentHash = null }) => contentHash),
          changes.rows.map(({ json }) => json),
        ]);
        await runner.run(
          `INSERT INTO helve.block_cache (key, revision, json)
           SELECT key, $1, json FROM unnest($2::text[], $3::text[]) AS entry (key, json) ON CONFLICT (key) DO NOTHING`,
          [revision, [...changes.cache.keys()].map(toColumnText), [...changes.cache.values()]],
        );
        return revision;
      }),
    revisions: () =>
      connections.once(async (runner) => {
        const rows = await runner.all<RevisionColumns>('SELECT * FROM helve.block_revision ORDER BY revision DESC');
        return rows.map(toRevision);
      }),
    // The store owns the connections.
    close: async () => undefined,
  } satisfies BlockTable);
}

async function latest(runner: StatementRunner): Promise<number> {
  const sql = 'SELECT coalesce(max(revision), 0) AS revision FROM helve.block_revision';
  return (await runner.first<{ revision: number }>(sql))?.revision ?? 0;
}
