let segmenter: Intl.Segmenter | undefined;

/** How many characters a reader sees. Plain text needs no segmenter: there each character is one, but for CR LF. */
export function countGraphemes(text: string): number {
  if (/^[\x20-\x7E\xA0-\u02FF\n]*$/.test(text)) return text.length;
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}
