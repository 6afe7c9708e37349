/** A text as terms are looked for in it. */
export interface FoldedText {
  readonly text: string;
  /** Where each UTF-16 unit of the folded text begins in the text itself. */
  readonly starts: readonly number[];
}

const cluster = /\p{White_Space}+|.\p{M}*/gsu;
const white = /^\p{White_Space}/u;

/** Folds composition, case and white space; since that may change lengths, it leads back to the places in the text. */
export function foldText(text: string, caseSensitive: boolean): FoldedText {
  let folded = '';
  const starts: number[] = [];
  for (const { index, 0: piece } of text.matchAll(cluster)) {
    const composed = white.test(piece) ? ' ' : piece.normalize('NFC');
    const part = caseSensitive ? composed : composed.toLowerCase();
    for (let unit = 0; unit < part.length; unit += 1) starts.push(index);
    folded += part;
  }
  starts.push(text.length);
  return { text: folded, starts };
}
