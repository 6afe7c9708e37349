/** Keeps results that are too large to hand out at once. */
export interface ResultStore {
  put(handle: string, owner: string, text: string, ttlMs: number, nowMs: number): Promise<void>;
  /** A piece of a result, by characters; undefined for a stranger, and once it is forgotten. */
  read(
    handle: string,
    owner: string,
    offset: number,
    length: number,
    nowMs: number,
  ): Promise<{ readonly text: string; readonly total: number } | undefined>;
}
