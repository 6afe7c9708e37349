import type { StoredCallRecord, TrailFilter, TrailVerdict } from '@helve/core';

/** Where records of calls can be read. */
export interface TrailReader {
  /** Newest first. */
  list(filter?: TrailFilter): Promise<readonly StoredCallRecord[]>;
  get(requestId: string): Promise<StoredCallRecord | undefined>;
  /** Walks the chain; with a head from elsewhere, a cut tail shows too. */
  verify(expectedHead?: string): Promise<TrailVerdict>;
}
