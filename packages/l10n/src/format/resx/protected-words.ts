import { OverlayType, type Overlay, type Runs } from '@helve/flow';
import { codePointLength, rangeFor, shapeText, topPath } from '@helve/flow/content';

/** Creates the marks of words that are not translated; undefined if none of them occurs. */
export function protectedWords(runs: Runs, words: readonly string[]): Overlay | undefined {
  const text = shapeText(runs);
  const found = words.flatMap((word) => occurrences(text, word)).toSorted((one, other) => one.start - other.start);
  const apart = withoutOverlaps(found);
  if (apart.length === 0) return undefined;
  const spans = apart.map(({ start, end }, at) => ({
    id: String(at + 1),
    range: rangeFor(runs, topPath, codePointLength(text.slice(0, start)), codePointLength(text.slice(0, end))),
    props: {},
    value: { type: 'protected' } as const,
  }));
  return { type: OverlayType.OverlayProtected, variant: null, layer: '', spans };
}

/** Keeps the first of those that meet. */
function withoutOverlaps(found: readonly Occurrence[]): readonly Occurrence[] {
  let last = 0;
  return found.filter(({ start, end }) => {
    const isApart = start >= last;
    if (isApart) last = end;
    return isApart;
  });
}

interface Occurrence {
  readonly start: number;
  readonly end: number;
}

function occurrences(text: string, word: string): readonly Occurrence[] {
  const found: Occurrence[] = [];
  for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + word.length)) {
    found.push({ start, end: start + word.length });
  }
  return found;
}
