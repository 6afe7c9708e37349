/** Kinds of characters by their effect on the words around them. */
const SYMBOL = 1;
export const SPACE = 2;
/** Letters, digits and `_`, which form words. */
export const WORD = 3;
/** Letters of scripts without spaces: each is a token. */
const UNSPACED = 4;
/** Belongs to the character before it. */
export const MARK = 5;
/** The first half of a surrogate pair. */
export const PAIR = 6;

const pair = /^[\ud800-\udbff]$/u;
const white = /^\p{White_Space}$/u;
const mark = /^[\p{M}\u00ad\u200c\u200d]$/u;
const unspaced = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]$/u;
const word = /^[\p{L}\p{N}_]$/u;

/** Returns the kind of a character, or of the first half of one. */
export function charKind(char: string): number {
  if (pair.test(char)) return PAIR;
  if (white.test(char)) return SPACE;
  if (mark.test(char)) return MARK;
  if (!word.test(char)) return SYMBOL;
  return unspaced.test(char) ? UNSPACED : WORD;
}
