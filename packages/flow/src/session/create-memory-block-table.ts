import { compareCodePoints } from '../content/text/code-point.js';
import type { BlockRow, BlockTable, Revision } from '../contract/store.js';
import { keyOf } from './session-changes.js';

interface Version extends BlockRow {
  readonly revision: number;
  /** Grows with every write. */
  readonly place: number;
}

/** Versioned rows that live as long as the process. */
export function createMemoryBlockTable(): BlockTable {
  const rows = new Map<string, Version[]>();
  const cache = new Map<string, { readonly json: string; readonly revision: number }>();
  const revisions: Revision[] = [];
  let rowCount = 0;
  return {
    remote: false,
    persistent: false,
    latest: async () => revisions.length,
    find: async (kind, ref, revision) => at(rows.get(keyOf(kind, ref)), revision),

    async *list(kind, revision, { document, contentHash }) {
      const found = [...rows.values()].flatMap((versions) => at(versions, revision) ?? []);
      yield* found
        .filter((row) => row.kind === kind)
        .filter((row) => document === undefined || row.ref.document === document)
        .filter((row) => contentHash === undefined || row.contentHash === contentHash)
        .toSorted((a, b) => compareCodePoints(a.ref.document, b.ref.document) || a.place - b.place);
    },

    async cached(key, revision) {
      const entry = cache.get(key);
      return entry === undefined || entry.revision > revision ? undefined : entry.json;
    },

    async commit({ rows: written, cache: cached, committedAt, documents, blocks }) {
      const revision = revisions.length + 1;
      for (const row of written) {
        const key = keyOf(row.kind, row.ref);
        rows.set(key, [...(rows.get(key) ?? []), { ...row, revision, place: (rowCount += 1) }]);
      }
      for (const [key, json] of cached) if (!cache.has(key)) cache.set(key, { json, revision });
      revisions.push(Object.freeze({ revision, committedAt, documents, blocks }));
      return revision;
    },

    revisions: async () => revisions.toReversed(),
    close: async () => undefined,
  };
}

function at(versions: readonly Version[] | undefined, revision: number): Version | undefined {
  return versions?.findLast((version) => version.revision <= revision);
}
