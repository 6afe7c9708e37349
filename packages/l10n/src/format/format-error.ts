import type { L10nError } from '../l10n-errors.js';
import { l10nErrors } from '../l10n-errors.js';

/** A place in a text, counted from 1; columns are characters. */
export interface FileLocation {
  readonly line: number;
  readonly column: number;
}

/** The error for a file that breaks the rules of its format. */
export function parseError(file: string, format: string, problem: string, place: FileLocation): L10nError {
  return l10nErrors.create(
    'L10N_PARSE',
    { file, format, problem, line: place.line, column: place.column },
    { details: { file, line: place.line, column: place.column, problem } },
  );
}

/** The error for a file that is larger or deeper than its options allow. */
export function limitError(file: string, what: string, limit: number): L10nError {
  return l10nErrors.create('L10N_LIMIT', { file, what, limit }, { details: { file, limit } });
}

/** The error for content that a format cannot hold. */
export function unwritable(block: string, format: string, reason: string): L10nError {
  return l10nErrors.create('L10N_UNWRITABLE', { block, format, reason }, { details: { block } });
}

/** Where an index of a text stands. */
export function locationAt(text: string, index: number): FileLocation {
  const before = text.slice(0, index);
  const lines = before.split(/\r\n|\r|\n/);
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 };
}
