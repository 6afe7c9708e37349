import { createContext, Script } from 'node:vm';

/** A user's pattern may take so long with one batch of texts. */
export const PATTERN_LIMIT_MS = 5000;

const context = createContext({ work: undefined });
const script = new Script('work()');

/** Does work that has to be done at once, and stops it when it takes too long; `overdue` makes the error for that. */
export function withinLimit<T>(work: () => T, overdue: (limitMs: number) => Error, limitMs = PATTERN_LIMIT_MS): T {
  context['work'] = work;
  try {
    return script.runInContext(context, { timeout: limitMs }) as T;
  } catch (thrown) {
    throw isTimeout(thrown) ? overdue(limitMs) : thrown;
  }
}

/** The error comes from the context of the work, whose `Error` is another one. */
function isTimeout(thrown: unknown): boolean {
  return (
    typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
