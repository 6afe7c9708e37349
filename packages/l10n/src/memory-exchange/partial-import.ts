import { isToolError } from '@helve/core';
import { l10nErrors } from '../l10n-errors.js';

/** An import that ended early. */
interface EndedImport {
  readonly file: string;
  /** Entries of the file that are in the memory. */
  readonly kept: number;
  readonly signal?: AbortSignal | undefined;
}

/** The error of an import that ended early: what was wrong, and how much of the file is in the memory. */
export function partialImport(error: unknown, { file, kept, signal }: EndedImport): unknown {
  const problem = signal?.aborted === true ? 'it was interrupted' : isToolError(error) ? error.message : undefined;
  if (problem === undefined || (kept === 0 && signal?.aborted !== true)) return error;
  // What to do about a file that was refused whole is not what to do about this.
  const { file: _, suggestion: __, ...place } = isToolError(error) ? (error.details ?? {}) : {};
  return l10nErrors.create('L10N_IMPORT', { file, problem, kept }, { cause: error, details: { ...place, file, kept } });
}
