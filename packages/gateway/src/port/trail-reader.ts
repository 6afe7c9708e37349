import type { StoredCallRecord, TrailFilter, TrailSink, TrailVerdict } from '@helve/core';

/** Reads the records of calls; with `append`, calls of hidden tools are recorded too. */
export interface TrailReader extends Partial<TrailSink> {
  /** Newest first. */
  list(filter?: TrailFilter): Promise<readonly StoredCallRecord[]>;
  /** Walks the chain; with a head from elsewhere, a cut tail shows too. */
  verify(expectedHead?: string): Promise<TrailVerdict>;
}
