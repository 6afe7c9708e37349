// Rare enough to cost nothing, often enough that a table never holds much more than what is alive.
const WRITES_PER_SWEEP = 64;

/** How many dead rows one sweep takes at most, so that no caller waits for a long one. */
export const SWEEP_LIMIT = 500;

/** Says at every so many writes that it is time to drop what has expired. */
export function createSweeper(): () => boolean {
  let writes = 0;
  return () => ++writes % WRITES_PER_SWEEP === 0;
}
