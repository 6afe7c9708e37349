import type { Replacement, TextDraft } from '../../text/text-draft.js';

/** Corrections to make. */
export interface SpaceOptions {
  readonly removeZeroWidthChars: boolean;
  readonly normalizeSpaces: boolean;
  readonly trimLeading: boolean;
  readonly trimTrailing: boolean;
  readonly matchSourceWhitespace: boolean;
  readonly includeVerticalWS: boolean;
  readonly includeHorizontalWS: boolean;
  /** Matches white space after signs, in a language written without spaces. */
  readonly behindSigns: RegExp | undefined;
}

// In scripts without spaces between words, this character allows a line break.
const breaking = String.raw`\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}`;
const needless = new RegExp(String.raw`\uFEFF|(?<![${breaking}]\p{M}*)\u200B(?![${breaking}])`, 'gv');
// In these scripts letters never join.
const apart = String.raw`[[\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]&&\p{L}]`;
const joiners = new RegExp(String.raw`(?<=${apart}\p{M}*)[\u200C\u200D]+(?=${apart})`, 'gv');
const white = /\p{White_Space}/u;
const vertical = /[\n\v\f\r\u0085\u2028\u2029]/u;

/** Corrects the shape of a unit, in which codes are single characters, to match the shape of its source. */
export function correctSpaces(draft: TextDraft, source: string, options: SpaceOptions): void {
  if (options.normalizeSpaces) draft.replace(found(draft.text, / {2,}/gu, ' '));
  if (options.trimLeading) draft.replace(found(draft.text, /^\p{White_Space}+/gu, ''));
  if (options.trimTrailing) {
    const end = draft.text.length;
    draft.replace([{ start: end - trailingSpace(draft.text).length, end, text: '' }]);
  }
  if (options.matchSourceWhitespace) matchEdges(draft, source, options);
  if (options.behindSigns !== undefined) draft.replace(spacesAt(draft.text, options.behindSigns, options));
}

/** Removes zero-width characters that have no effect. */
export function removeZeroWidth(draft: TextDraft): void {
  draft.replace(found(draft.text, needless, ''));
  draft.replace(found(draft.text, joiners, ''));
}

function found(text: string, pattern: RegExp, replacement: string): readonly Replacement[] {
  return [...text.matchAll(pattern)].map(({ index, 0: hit }) => {
    return { start: index, end: index + hit.length, text: replacement };
  });
}

/** Gives the edges the white space of the source, of the kinds that are checked. */
function matchEdges(draft: TextDraft, source: string, options: SpaceOptions): void {
  const text = draft.text;
  const [head, sourceHead] = [leadingSpace(text), leadingSpace(source)];
  // A text of white space alone has one edge.
  const isBlank = head.length === text.length;
  const tail = isBlank ? '' : trailingSpace(text);
  const sourceTail = sourceHead.length === source.length ? '' : trailingSpace(source);
  const [wanted, actual] = [chosen(sourceHead, options, true), chosen(head, options, false)];
  const [wantedTail, keptTail] = [chosen(sourceTail, options, true), chosen(tail, options, false)];
  const edges = [
    { start: 0, end: head.length, text: isBlank ? text : wanted + actual },
    { start: text.length - tail.length, end: text.length, text: isBlank ? '' : keptTail + wantedTail },
  ];
  draft.replace(edges.filter(({ start, end, text: edge }) => text.slice(start, end) !== edge));
}

function leadingSpace(text: string): string {
  return /^\p{White_Space}*/u.exec(text)?.[0] ?? '';
}

function trailingSpace(text: string): string {
  let start = text.length;
  while (start > 0 && white.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start);
}

function chosen(edge: string, options: SpaceOptions, included: boolean): string {
  return Array.from(edge)
    .filter((char) => isIncluded(char, options) === included)
    .join('');
}

function isIncluded(char: string, { includeVerticalWS, includeHorizontalWS }: SpaceOptions): boolean {
  return vertical.test(char) ? includeVerticalWS : includeHorizontalWS;
}

/** Builds a pattern for white space after some signs; at the end of the text it is an edge. */
export function spacesBehind(signs: string): RegExp | undefined {
  if (signs === '') return undefined;
  return new RegExp(String.raw`(?<=[${signs}])\p{White_Space}+(?!\p{White_Space}|$)`, 'gu');
}

function spacesAt(text: string, pattern: RegExp, options: SpaceOptions): readonly Replacement[] {
  return [...text.matchAll(pattern)].map(({ index, 0: hit }) => {
    return { start: index, end: index + hit.length, text: chosen(hit, options, false) };
  });
}
