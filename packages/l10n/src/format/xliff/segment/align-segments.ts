import type { Runs } from '@helve/flow';
import { shapeText } from '@helve/flow/content';
import type { SegmentSpan } from '../inline-draft.js';

/**
 * Finds the segments of a seg-source in the source where white space differs, as in a file that a tool has indented;
 * none where more differs.
 */
export function alignSegments(segments: readonly SegmentSpan[], marked: Runs, source: Runs): readonly SegmentSpan[] {
  const places = alignText([...shapeText(marked)], [...shapeText(source)]);
  if (places === undefined) return [];
  return segments.flatMap((span) => {
    const start = places[span.start]?.start ?? places.at(-1)?.end ?? 0;
    const end = span.end > span.start ? (places[span.end - 1]?.end ?? start) : start;
    return span.ignorable && end <= start ? [] : [{ ...span, start, end }];
  });
}

/** Where a character stands in another text; white space that is not there has no length. */
interface Place {
  readonly start: number;
  readonly end: number;
}

const isSpace = (char: string | undefined): boolean => char !== undefined && /\s/u.test(char);

/** For every character of a text its place in another one; undefined where they differ in more than white space. */
function alignText(from: readonly string[], to: readonly string[]): readonly Place[] | undefined {
  const places: Place[] = [];
  let at = 0;
  for (const char of from) {
    const isText = !isSpace(char);
    if (isText) while (isSpace(to[at])) at += 1;
    if (isText && to[at] !== char) return undefined;
    const end = isText || isSpace(to[at]) ? at + 1 : at;
    places.push({ start: at, end });
    at = end;
  }
  return to.slice(at).every(isSpace) ? places : undefined;
}
