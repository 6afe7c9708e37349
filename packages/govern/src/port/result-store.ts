/** Store of results that are too large to return at once. */
export interface ResultStore {
  put(handle: string, owner: string, text: string, ttlMs: number, nowMs: number): Promise<void>;
  /** Reads a piece of a result, by characters; undefined for another owner, and once it has expired. */
  read(
    handle: string,
    owner: string,
    offset: number,
    length: number,
    nowMs: number,
  ): Promise<{ readonly text: string; readonly total: number } | undefined>;
}
