/** How many records are read at once while a chain is walked. */
export const WALK_PAGE = 500;

const DEFAULT_LIMIT = 50;

/** How many records a list may hold: 50 unless told, and a whole number that SQL understands. */
export function pageLimit(limit = DEFAULT_LIMIT): number {
  return Math.min(Math.max(0, Math.floor(limit)), Number.MAX_SAFE_INTEGER);
}
