import { isToolError } from '@helve/core';
import { l10nErrors } from '../l10n-errors.js';

/** An import that ended early. */
interface EndedImport {
  readonly file: string;
  /** Number of entries of the file that are in the memory. */
  readonly kept: number;
  readonly signal?: AbortSignal | undefined;
}

/** Creates the error of an import that ended early: the problem, and how much of the file is in the memory. */
export function partialImport(error: unknown, { file, kept, signal }: EndedImport): unknown {
  const problem = signal?.aborted === true ? 'it was interrupted' : isToolError(error) ? error.message : undefined;
  if (problem === undefined || (kept === 0 && signal?.aborted !== true)) return error;
  // The suggestion for a file that was refused as a whole does not apply here.
  const { file: _, suggestion: __, ...location } = isToolError(error) ? (error.details ?? {}) : {};
  return l10nErrors.create(
    'L10N_IMPORT',
    { file, problem, kept },
    { cause: error, details: { ...location, file, kept } },
  );
}
