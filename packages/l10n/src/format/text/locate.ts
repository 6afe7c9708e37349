import type { FileLocation } from '../format-error.js';
import type { TextSource } from './open-text.js';
import type { TextChunk } from './text-chunk.js';

/** Texts that follow each other. */
export type TextPieces = Iterable<Pick<TextChunk, 'text'>> | AsyncIterable<Pick<TextChunk, 'text'>>;

/** Returns the line and column of a character by reading the text again: only errors need it. */
export async function locate(text: TextSource, index: number): Promise<FileLocation> {
  const [location = { line: 1, column: 1 }] = await locateAll(text.chunks(), [index]);
  return location;
}

/** Returns the lines and columns of characters, in rising order, in one pass over the text. */
export async function locateAll(pieces: TextPieces, indexes: readonly number[]): Promise<readonly FileLocation[]> {
  const found: FileLocation[] = [];
  let [line, column, at] = [1, 1, 0];
  let afterReturn = false;
  const settle = (): boolean => {
    while (found.length < indexes.length && (indexes[found.length] ?? 0) <= at) found.push({ line, column });
    return found.length === indexes.length;
  };
  for await (const { text } of pieces) {
    for (const char of text) {
      if (settle()) return found;
      const ends = char === '\r' || (char === '\n' && !afterReturn);
      if (ends) line += 1;
      column = ends || char === '\n' ? 1 : column + 1;
      afterReturn = char === '\r';
      at += char.length;
    }
  }
  while (found.length < indexes.length) found.push({ line, column });
  return found;
}
