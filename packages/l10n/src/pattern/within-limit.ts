import { createContext, Script, type Context } from 'node:vm';

/** Time limit of a user's pattern for one batch of texts. */
export const PATTERN_LIMIT_MS = 5000;

let sandbox: { readonly context: Context; readonly script: Script } | undefined;

/** Runs synchronous work and stops it when it takes too long; `overdue` creates the error for that. */
export function withinLimit<T>(work: () => T, overdue: (limitMs: number) => Error, limitMs = PATTERN_LIMIT_MS): T {
  const { context, script } = (sandbox ??= { context: createContext({}), script: new Script('work()') });
  context['work'] = work;
  try {
    return script.runInContext(context, { timeout: limitMs }) as T;
  } catch (thrown) {
    throw isTimeout(thrown) ? overdue(limitMs) : thrown;
  }
}

/** True for a timeout error. It comes from the context of the work, which has an `Error` class of its own. */
function isTimeout(thrown: unknown): boolean {
  return (
    typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
