let segmenter: Intl.Segmenter | undefined;

/**
 * Counts the characters that a reader sees. Plain text needs no segmenter: each character is one there, except CR LF.
 */
export function countGraphemes(text: string): number {
  if (/^[\x20-\x7E\xA0-\u02FF\n]*$/.test(text)) return text.length;
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}
