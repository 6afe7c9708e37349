/** Does the work; gives `undefined` when the time runs out first, even if the work never let a timer run. */
export async function limitTime<T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const began = performance.now();
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.min(timeoutMs, MAX_DELAY));
  });
  try {
    const done = await Promise.race([work(stop.signal), late]);
    return performance.now() - began > timeoutMs ? undefined : done;
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

/** The longest delay of a timer. */
const MAX_DELAY = 2 ** 31 - 1;
