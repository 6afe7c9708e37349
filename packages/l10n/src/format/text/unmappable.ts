import { codePointLabel } from '../../text/code-point-label.js';
import { encoderFor } from './encoder.js';

/** A character that an encoding does not have. */
export interface UnmappableChar {
  readonly char: string;
  /** Index of its first occurrence, in UTF-16 units. */
  readonly index: number;
  readonly count: number;
}

/** Creates a finder of the characters of a text that an encoding lacks, each once, in order. */
export function createUnmappableFinder(encoding: string): (text: string) => readonly UnmappableChar[] {
  const encode = encoderFor(encoding);
  const holds = (text: string) => text.isWellFormed() && encode(text) !== undefined;
  return (text) => {
    // Nearly every text fits.
    if (holds(text)) return [];
    const found = new Map<string, { char: string; index: number; count: number }>();
    let index = 0;
    for (const char of text) {
      const known = found.get(char);
      if (known !== undefined) known.count += 1;
      else if (!holds(char)) found.set(char, { char, index, count: 1 });
      index += char.length;
    }
    return [...found.values()];
  };
}

/** Formats characters so that people can look them up. */
export function shownChars(chars: readonly { readonly char: string }[]): string {
  return chars.map(({ char }) => `"${char}" (${codePointLabel(char)})`).join(', ');
}
