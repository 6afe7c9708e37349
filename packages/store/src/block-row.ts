import type { BlockChanges, BlockFilter, BlockRef, BlockRow, Revision } from '@helve/flow/engine';
import { fromColumnText, toColumnText } from './column-text.js';

/** Number of rows per page of a listing. */
export const BLOCK_PAGE = 500;

/** One row of the block table, equal in both databases. */
export interface BlockColumns {
  readonly document: string;
  readonly block_id: string;
  readonly place: number;
  readonly record_hash: string;
  readonly content_hash: string | null;
  readonly json: string;
}

export interface RevisionColumns {
  readonly revision: number;
  readonly committed_at: string;
  readonly documents: string;
  readonly blocks: number;
}

export function toRefColumns({ document, blockId }: BlockRef): readonly [string, string] {
  return [toColumnText(document), toColumnText(blockId)];
}

/** Returns the document and content hash to filter by; null matches all. */
export function toFilterColumns({ document, contentHash }: BlockFilter): readonly [string | null, string | null] {
  return [document === undefined ? null : toColumnText(document), contentHash ?? null];
}

export function toBlockRow(kind: string, row: BlockColumns): BlockRow {
  const { document, block_id: blockId, record_hash: recordHash, content_hash: contentHash, json } = row;
  return {
    kind,
    ref: { document: fromColumnText(document), blockId: fromColumnText(blockId) },
    recordHash,
    json,
    ...(contentHash === null ? {} : { contentHash }),
  };
}

export function toRevision({ revision, committed_at: committedAt, documents, blocks }: RevisionColumns): Revision {
  return { revision, committedAt, documents: JSON.parse(documents) as string[], blocks };
}

/** Returns the columns of a revision. */
export function toRevisionColumns({ committedAt, documents, blocks }: BlockChanges): readonly [string, string, number] {
  return [committedAt, JSON.stringify(documents), blocks];
}
