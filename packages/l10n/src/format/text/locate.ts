import type { FileLocation } from '../format-error.js';
import type { TextSource } from './open-text.js';

/** Returns the line and column of a character by reading the text again: only errors need it. */
export async function locate(text: TextSource, index: number): Promise<FileLocation> {
  let line = 1;
  let column = 1;
  let left = index;
  let afterReturn = false;
  for await (const chunk of text.chunks()) {
    for (const char of chunk.text.slice(0, left)) {
      const ends = char === '\r' || (char === '\n' && !afterReturn);
      if (ends) line += 1;
      column = ends || char === '\n' ? 1 : column + 1;
      afterReturn = char === '\r';
    }
    left -= chunk.text.length;
    if (left <= 0) break;
  }
  return { line, column };
}
