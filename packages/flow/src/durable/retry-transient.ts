import { isToolError } from '@helve/core';
import type { FlowClock } from '../contract/tool.js';

const FIRST_WAIT_MS = 50;
const LAST_WAIT_MS = 5_000;

/** Repeats what a journal that is away refuses, later each time, until it answers or the signal aborts. */
export async function retryTransient<Result>(
  work: () => Promise<Result>,
  clock: FlowClock,
  signal: AbortSignal | undefined,
): Promise<Result> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LAST_WAIT_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isToolError(error) || !error.retryable) throw error;
      await clock.sleep(waitMs, signal).catch(() => undefined);
      if (signal?.aborted === true) throw error;
    }
  }
}
