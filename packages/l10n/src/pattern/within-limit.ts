import { createContext, Script, type Context } from 'node:vm';

/** A user's pattern may take so long with one batch of texts. */
export const PATTERN_LIMIT_MS = 5000;

let sandbox: { readonly context: Context; readonly script: Script } | undefined;

/** Does work that has to be done at once, and stops it when it takes too long; `overdue` makes the error for that. */
export function withinLimit<T>(work: () => T, overdue: (limitMs: number) => Error, limitMs = PATTERN_LIMIT_MS): T {
  const { context, script } = (sandbox ??= { context: createContext({}), script: new Script('work()') });
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
