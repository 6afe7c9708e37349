import type { Readable } from 'node:stream';

/** A blob by its content. */
export interface BlobFacts {
  readonly sha256: string;
  readonly size: number;
}

/** Bytes by their SHA-256. */
export interface BlobStore {
  /** Stores bytes, which are on the disk when this resolves; those that it has already are stored once. */
  put(bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<BlobFacts>;
  /** Rejects with an error of the type NOT_FOUND without such a blob. */
  open(sha256: string, options?: { readonly offset?: number }): Promise<Readable>;
  /** Those of the blobs that it has. */
  has(blobs: readonly string[]): Promise<ReadonlySet<string>>;
  /** Deletes blobs; those that are gone already are no error. */
  drop(blobs: readonly string[]): Promise<void>;
}
