import type { BlockChanges, BlockRef, BlockRow } from '../contract/store.js';

/** Uncommitted changes of one session. */
export class SessionChanges {
  readonly #rows = new Map<string, BlockRow>();
  readonly cache = new Map<string, string>();

  put(row: BlockRow): void {
    const key = keyOf(row.kind, row.ref);
    this.#rows.delete(key);
    this.#rows.set(key, row);
  }

  find(kind: string, ref: BlockRef): BlockRow | undefined {
    return this.#rows.get(keyOf(kind, ref));
  }

  list(kind: string): readonly BlockRow[] {
    return [...this.#rows.values()].filter((row) => row.kind === kind);
  }

  clear(): void {
    this.#rows.clear();
    this.cache.clear();
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0 && this.cache.size === 0;
  }

  /** Everything, with the documents that were written and the number of blocks that were touched. */
  toCommit(committedAt: string): BlockChanges {
    const rows = [...this.#rows.values()];
    const blocks = new Set(rows.map(({ ref }) => keyOf('', ref)));
    const documents = new Set(rows.map(({ ref }) => ref.document));
    return {
      rows,
      cache: this.cache,
      committedAt,
      documents: Object.freeze([...documents].toSorted()),
      blocks: blocks.size,
    };
  }
}

/** The name of a record among all. */
export function keyOf(kind: string, { document, blockId }: BlockRef): string {
  return JSON.stringify([kind, document, blockId]);
}
