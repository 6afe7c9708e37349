import type { Verdicts } from './rule.js';
import { sentencesEndAt } from './scan.js';

interface LineEnd {
  /** From the end of the line to the start of the next. */
  readonly start: number;
  readonly end: number;
  /** True when an empty line, or nothing, follows. */
  readonly closesParagraph: boolean;
}

/**
 * Decides line ends. A blank line always breaks. Lines that end like sentences, and lines of a paragraph that does not
 * (a list without periods), also break; a line that continues in lower case, or reaches the margin, is wrapped text.
 */
export function decideLineBreaks(text: string, verdicts: Verdicts): void {
  if (!text.includes('\n')) return;
  const ends = findLineEnds(text);
  const sentences = sentencesEndAt(
    text,
    ends.map(({ start }) => start),
  );
  let wrapsHere = false;
  for (const [index, { start, end, closesParagraph }] of [...ends.entries()].toReversed()) {
    const endsSentence = sentences[index] === true;
    if (closesParagraph) wrapsHere = endsSentence;
    const wrapped =
      wrapsHere &&
      !closesParagraph &&
      !endsSentence &&
      (goesOn.test(text.slice(end, end + 2)) || isFullLine(text, start, end));
    verdicts.decide(start, !wrapped);
    for (let at = start + 1; at <= end; at += 1) verdicts.decide(at, false);
  }
}

/** Least length of a line that looks like it was wrapped at a margin. */
const fullLine = 65;

/** True when a line is too long for a heading or an item, and a word follows: a name or a noun may be capitalized. */
function isFullLine(text: string, start: number, end: number): boolean {
  return start - text.lastIndexOf('\n', start - 1) > fullLine && /\p{L}/u.test(text.charAt(end));
}

const goesOn = /^[^\p{Lu}•⁃\-*]/u;

function findLineEnds(text: string): readonly LineEnd[] {
  const ends: LineEnd[] = [...text.matchAll(/(?<![^\S\n])[^\S\n]*\n\s*/g)].map(({ index, 0: gap }) => ({
    start: index,
    end: index + gap.length,
    closesParagraph: gap.indexOf('\n') !== gap.lastIndexOf('\n') || index + gap.length === text.length,
  }));
  return ends.at(-1)?.closesParagraph === true
    ? ends
    : [...ends, { start: text.length, end: text.length, closesParagraph: true }];
}
