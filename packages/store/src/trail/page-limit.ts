/** Number of records per page while a chain is verified. */
export const WALK_PAGE = 500;

/** Maximum size of such a page. */
export const WALK_BYTES = 8 * 1_048_576;

const DEFAULT_LIMIT = 50;

/** Clamps the limit of a list to a whole number that SQL accepts. Default: 50. */
export function pageLimit(limit = DEFAULT_LIMIT): number {
  return Math.min(Math.max(0, Math.floor(limit)), Number.MAX_SAFE_INTEGER);
}
