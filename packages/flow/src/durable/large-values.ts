import { isPlainObject, type Json } from '@helve/core';
import type { BlobStore } from '../contract/blob-store.js';

/** The one key of a reference; journals look for it when they forget a job. */
const BLOB_KEY = '$blob';
/** Values beyond this are kept beside the journal. */
const MAX_ROW_BYTES = 256 * 1024;

/** Keeps values that are too large for a row as blobs, with a reference in their place. */
export interface LargeValues {
  /** The value as its row has it. */
  toRow(value: Json, maxBytes?: number): Promise<Json>;
  /** The value of a row. */
  fromRow(row: Json): Promise<Json>;
}

/** Without blobs, every value stands in its row. */
export function largeValues(blobs: BlobStore | undefined): LargeValues {
  return {
    async toRow(value, maxBytes = MAX_ROW_BYTES) {
      if (blobs === undefined) return value;
      const bytes = Buffer.from(JSON.stringify(value));
      // A value that looks like a reference becomes one, so that nobody takes it for another.
      if (bytes.length <= maxBytes && blobIn(value) === undefined) return value;
      const { sha256, size } = await blobs.put(bytes);
      return { [BLOB_KEY]: { sha256, size } };
    },
    async fromRow(row) {
      const sha256 = blobIn(row);
      if (blobs === undefined || sha256 === undefined) return row;
      const pieces: Buffer[] = [];
      for await (const piece of await blobs.open(sha256)) pieces.push(Buffer.from(piece as Uint8Array));
      return JSON.parse(Buffer.concat(pieces).toString()) as Json;
    },
  };
}

function blobIn(value: Json): string | undefined {
  if (!isPlainObject(value) || Object.keys(value).length !== 1) return undefined;
  const reference = value[BLOB_KEY];
  return isPlainObject(reference) && typeof reference['sha256'] === 'string' ? reference['sha256'] : undefined;
}
