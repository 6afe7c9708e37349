import type { Block } from '@helve/flow';
import { blockKey } from '../check/block-key.js';
import { L10nError, l10nErrors } from '../l10n-errors.js';

/** A location in a text, counted from 1; columns count characters. */
export interface FileLocation {
  readonly line: number;
  readonly column: number;
}

/** Creates the error for a file that breaks the rules of its format. */
export function parseError(file: string, format: string, problem: string, location: FileLocation): L10nError {
  return l10nErrors.create(
    'L10N_PARSE',
    { file, format, problem, line: location.line, column: location.column },
    { details: { file, line: location.line, column: location.column, problem } },
  );
}

/** Creates the error for a file that is larger or deeper than its options allow. */
export function limitError(file: string, what: string, limit: number): L10nError {
  return l10nErrors.create('L10N_LIMIT', { act: 'read', file, what, limit }, { details: { file, limit } });
}

/** Creates the error for content that a format cannot represent. */
export function unwritable(block: string, format: string, reason: string): L10nError {
  return l10nErrors.create('L10N_UNWRITABLE', { block, format, reason }, { details: { block, reason } });
}

/** Creates the error of `unwritable` anew, with the name by which people know the block. */
export function withBlockKey(error: unknown, block: Block, format: string): unknown {
  if (!(error instanceof L10nError) || error.code !== 'L10N_UNWRITABLE') return error;
  const reason = String(error.details?.['reason']);
  const key = blockKey(block).replace(/^"(.*)"$/u, '$1');
  return l10nErrors.create('L10N_UNWRITABLE', { block: key, format, reason }, { details: { block: block.id, reason } });
}

/** Returns the lines and columns of characters, in rising order, in one pass over the text. */
export function locationsAt(text: string, indexes: readonly number[]): readonly FileLocation[] {
  let [line, column, at] = [1, 1, 0];
  return indexes.map((index) => {
    while (at < index) {
      const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
      const isEnd = char === '\r' || (char === '\n' && text[at - 1] !== '\r');
      if (isEnd) line += 1;
      column = isEnd || char === '\n' ? 1 : column + 1;
      at += char.length;
    }
    return { line, column };
  });
}

/** Returns the location of an index in a text. */
export function locationAt(text: string, index: number): FileLocation {
  const before = text.slice(0, index);
  const lines = before.split(/\r\n|\r|\n/);
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 };
}
