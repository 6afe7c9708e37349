/** Expresses the characters that the encoding of a file lacks. */
export interface Escaper {
  /** Replaces each character that the encoding lacks; returns undefined when that is not possible. */
  escape(text: string, holds: (char: string) => boolean): string | undefined;
  /** Receives unescaped text, for formats where the position decides how a character is escaped. */
  pass?(text: string): void;
}

/** Creates an escaper for formats that escape a character in the same way everywhere. */
export function charEscaper(escapeChar: (char: string) => string): Escaper {
  return { escape: (text, holds) => Array.from(text, (char) => (holds(char) ? char : escapeChar(char))).join('') };
}
