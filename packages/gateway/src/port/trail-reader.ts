import type { StoredCallRecord, TrailFilter, TrailSink, TrailVerdict } from '@helve/core';

/** Where records of calls can be read; with `append`, asking for a tool that somebody may not see is recorded too. */
export interface TrailReader extends Partial<TrailSink> {
  /** Newest first. */
  list(filter?: TrailFilter): Promise<readonly StoredCallRecord[]>;
  /** Walks the chain; with a head from elsewhere, a cut tail shows too. */
  verify(expectedHead?: string): Promise<TrailVerdict>;
}
