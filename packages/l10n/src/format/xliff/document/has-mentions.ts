import type { ReadContext } from '@helve/flow/content';
import type { TextSource } from '../../text/open-text.js';

/** True for a text in which some words occur so many times: a search that is much quicker than parsing. */
export async function hasMentions(
  text: TextSource,
  words: readonly string[],
  times: number,
  { signal }: Pick<ReadContext, 'signal'>,
): Promise<boolean> {
  const overlap = Math.max(...words.map(({ length }) => length)) - 1;
  let count = 0;
  let rest = '';
  for await (const chunk of text.chunks()) {
    signal.throwIfAborted();
    const piece = rest + chunk.text;
    rest = piece.slice(-overlap);
    for (const word of words) {
      // A word in the overlap counts with the piece in which it ends.
      const from = piece.length - chunk.text.length - word.length + 1;
      for (let at = piece.indexOf(word, Math.max(0, from)); at >= 0; at = piece.indexOf(word, at + 1)) count += 1;
    }
    if (count >= times) return true;
  }
  return false;
}
