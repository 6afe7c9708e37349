// Rare enough to cost nothing, frequent enough that expired rows never dominate a table.
const WRITES_PER_SWEEP = 64;

/** Maximum number of expired rows per sweep, so that no caller waits for a long one. */
export const SWEEP_LIMIT = 500;

/** Creates a counter that returns true on every 64th write, when it is time to sweep. */
export function createSweeper(): () => boolean {
  let writes = 0;
  return () => ++writes % WRITES_PER_SWEEP === 0;
}
