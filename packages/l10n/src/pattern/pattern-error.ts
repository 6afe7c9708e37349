import { l10nErrors } from '../l10n-errors.js';

/** Creates the error of a pattern that is invalid or takes too long. */
export function patternError(source: string, problem: string, cause?: unknown): Error {
  const pattern = JSON.stringify(source);
  return l10nErrors.create('L10N_PATTERN', { pattern, problem }, cause === undefined ? {} : { cause });
}

/** Creates the error of a pattern that was stopped. */
export function overdueError(source: string, limitMs: number): Error {
  return patternError(source, `it took more than ${limitMs} ms`);
}
