import type { Readable } from 'node:stream';

/** A blob by its content. */
export interface BlobFacts {
  readonly sha256: string;
  readonly size: number;
}

/** Bytes by their SHA-256. */
export interface BlobStore {
  put(bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<BlobFacts>;
  /** Rejects with `FLOW_NOT_FOUND` without such a blob. */
  open(sha256: string, options?: { readonly offset?: number }): Promise<Readable>;
  /** Those of the blobs that it has. */
  has(blobs: readonly string[]): Promise<ReadonlySet<string>>;
  drop(blobs: readonly string[]): Promise<void>;
}
