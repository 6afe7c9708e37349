import type { BlockRef, BlockRow, BlockTable } from '../contract/store.js';

/** Stands before and after an owner; no path that people write begins with it. */
const mark = '\u001F';

/**
 * The rows of one owner in a table of many: others are as if they were not there. Without an owner, the rows are those
 * of the project itself.
 *
 *     owner ada: a.json  ──▶  ␟ada␟a.json
 *     the project: a.json ──▶  a.json
 */
export function ownedBlockTable(table: BlockTable, owner?: string): BlockTable {
  const prefix = owner === undefined ? '' : `${mark}${owner.replaceAll(mark, '')}${mark}`;
  const isOwn = (document: string) => (prefix === '' ? !document.startsWith(mark) : document.startsWith(prefix));
  const inside = (ref: BlockRef): BlockRef => ({ ...ref, document: prefix + ref.document });
  const outside = (row: BlockRow): BlockRow => ({
    ...row,
    ref: { ...row.ref, document: row.ref.document.slice(prefix.length) },
  });
  return {
    remote: table.remote,
    persistent: table.persistent,
    latest: () => table.latest(),
    async find(kind, ref, revision) {
      const row = isOwn(prefix + ref.document) ? await table.find(kind, inside(ref), revision) : undefined;
      return row && outside(row);
    },
    async *list(kind, revision, { document, ...filter }) {
      const wanted = document === undefined ? filter : { ...filter, document: prefix + document };
      for await (const row of table.list(kind, revision, wanted)) if (isOwn(row.ref.document)) yield outside(row);
    },
    cached: (key, revision) => table.cached(prefix + key, revision),
    commit: ({ rows, cache, documents, ...changes }) =>
      table.commit({
        ...changes,
        rows: rows.map((row) => ({ ...row, ref: inside(row.ref) })),
        cache: new Map([...cache].map(([key, json]) => [prefix + key, json])),
        documents: documents.map((document) => prefix + document),
      }),
    revisions: async () =>
      (await table.revisions()).map((revision) => ({
        ...revision,
        documents: revision.documents.filter(isOwn).map((document) => document.slice(prefix.length)),
      })),
    close: () => table.close(),
  };
}

/** A document as people read it, with its owner where it has one. */
export function storedName(document: string): string {
  const [, owner, name] = document.startsWith(mark) ? document.split(mark) : [];
  return owner === undefined || name === undefined ? document : `${name} (of ${owner})`;
}
