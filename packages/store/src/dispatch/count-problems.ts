const TELL_MS = 10_000;

/** Tells of problems at once, and of those that follow within ten seconds by their number. */
export function countProblems(tell: (problem: string) => void = () => undefined) {
  let more = 0;
  let last = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    if (more === 0) return;
    tell(more === 1 ? last : `${last} (${more} times)`);
    more = 0;
    timer = setTimeout(flush, TELL_MS).unref();
  };
  return {
    note(problem: unknown): undefined {
      last = problem instanceof Error ? problem.message : String(problem);
      if (timer !== undefined) {
        more += 1;
        return;
      }
      tell(last);
      timer = setTimeout(flush, TELL_MS).unref();
    },
    close(): void {
      clearTimeout(timer);
    },
  };
}
