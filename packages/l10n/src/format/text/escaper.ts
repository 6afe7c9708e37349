/** Says with others the characters that the encoding of a file does not have. */
export interface Escaper {
  /** The text with something in place of each character that is not held; nothing when that cannot be. */
  escape(text: string, holds: (char: string) => boolean): string | undefined;
  /** Is told of text that was written as it is, for formats where the place decides how a character is said. */
  pass?(text: string): void;
}

/** An escaper for formats that say a character in one way everywhere. */
export function charEscaper(escapeChar: (char: string) => string): Escaper {
  return { escape: (text, holds) => Array.from(text, (char) => (holds(char) ? char : escapeChar(char))).join('') };
}
