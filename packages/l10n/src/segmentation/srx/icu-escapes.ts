const word = String.raw`[\p{L}\p{M}\p{N}_]`;

/** The characters that end a line, for a set. */
export const lineEnds = String.raw`\n\r\u0085\u2028\u2029`;
/** The end of the text, or the place before the line end that closes it. */
export const lastEnd = String.raw`(?=(?:\r\n|[${lineEnds}])?$)`;
/** The start of a line with the flag `m`. */
export const lineStart = String.raw`(?:^|(?<=[\n\u0085\u2028\u2029]|\r(?!\n))(?!$))`;
/** The end of a line with the flag `m`. */
export const lineEnd = String.raw`(?=[\r\u0085\u2028\u2029]|(?<!\r)\n|$)`;

/** Escapes of ICU with another meaning, or none, in JavaScript. */
export const escapes: { readonly [letter: string]: string } = {
  A: '^',
  Z: lastEnd,
  z: '$',
  h: String.raw`[\t\p{Zs}]`,
  H: String.raw`[^\t\p{Zs}]`,
  R: String.raw`(?:\r\n|[\n\v\f\r\u0085\u2028\u2029])`,
  w: word,
  W: String.raw`[^\p{L}\p{M}\p{N}_]`,
  d: String.raw`\p{Nd}`,
  D: String.raw`\P{Nd}`,
  b: `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`,
  B: `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`,
  a: String.raw`\x07`,
  e: String.raw`\x1B`,
};
/** Escapes without an equivalent. */
export const unsupported = new Set('GXC');
/** Sets of POSIX, as the inside of a set. */
export const posix: { readonly [name: string]: string } = {
  alpha: String.raw`\p{Alphabetic}`,
  digit: String.raw`\p{Nd}`,
  alnum: String.raw`\p{Alphabetic}\p{Nd}`,
  upper: String.raw`\p{Uppercase}`,
  lower: String.raw`\p{Lowercase}`,
  punct: String.raw`\p{P}`,
  space: String.raw`\s`,
};
