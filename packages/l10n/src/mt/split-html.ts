import { findBreaks } from '../segmentation/segment-text.js';

/** Splits HTML at the ends of sentences, never inside a tag or a pair of them; the pieces join to the original. */
export function splitHtml(html: string, locale: string): readonly string[] {
  let text = '';
  const offsets: number[] = [];
  const depths: number[] = [];
  let depth = 0;
  for (const { index, 0: token } of html.matchAll(/<[^<>]*>|[^<]|</g)) {
    const tag = token.length > 1;
    if (tag) depth += token.startsWith('</') ? -1 : token.endsWith('/>') || isVoid(token) ? 0 : 1;
    else {
      offsets.push(index);
      depths.push(depth);
      text += token;
    }
  }
  const cuts = findBreaks(text, locale).flatMap((at) => {
    // Closing tags go with what precedes them, and no cut is made inside a pair.
    if (depths[at - 1] === 0) return [(offsets[at - 1] ?? 0) + 1];
    return depths[at] === 0 ? [offsets[at] ?? 0] : [];
  });
  return [0, ...cuts].map((from, index) => html.slice(from, cuts[index] ?? html.length));
}

function isVoid(tag: string): boolean {
  return /^<(?:br|hr|img|input|wbr)\b/i.test(tag);
}
