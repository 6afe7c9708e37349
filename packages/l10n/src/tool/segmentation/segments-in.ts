import { unitText, type Run, type Runs } from '@helve/flow';
import { plainText, runStarts, textMap, type ShapeSpan, type TextMap } from '@helve/flow/content';

/** Settings for building the segments of a unit. */
export interface UnitConfig {
  readonly treatIsolatedCodesAsWhitespace: boolean;
  readonly trimLeadingWhitespace: boolean;
  readonly trimTrailingWhitespace: boolean;
}

/**
 * Builds the segments of one unit, in coordinates. Codes are transparent to the segmenter; a closing code goes with the
 * text before it, every other with the text after it. No segment is empty or only white space.
 */
export function segmentsIn(
  unit: Runs,
  cut: (text: string) => readonly number[],
  config: UnitConfig,
): readonly ShapeSpan[] {
  const text = unitText(unit);
  const shown = config.treatIsolatedCodesAsWhitespace ? withSpaces(unit) : { text, toIndex: (index: number) => index };
  const ends = [...cut(shown.text).map(shown.toIndex), text.length];
  const plain = isPlain(unit, text);
  const map = plain ? plainMap : textMap(unit);
  const codes = plain ? noCodes : codesByPlace(unit);
  const segments: ShapeSpan[] = [];
  let from = 0;
  for (const end of ends) {
    const piece = trimmed(text, from, end, config);
    const before = segments.at(-1);
    if (piece !== undefined) {
      const { start, end: last } = map.spanOfIndexes(piece.start, piece.end);
      segments.push({ start: overOpeners(codes, start), end: overClosers(codes, last) });
    } else if (!config.trimTrailingWhitespace && before !== undefined) {
      segments[segments.length - 1] = { start: before.start, end: map.spanOfIndexes(from, end).end };
    }
    from = end;
  }
  return segments;
}

const surrogate = /[\ud800-\udfff]/;

/** True in the common case: a unit is one text in which indexes are coordinates. */
function isPlain(unit: Runs, text: string): boolean {
  return plainText(unit) !== undefined && !surrogate.test(text);
}

const plainMap: Pick<TextMap, 'spanOfIndexes'> = { spanOfIndexes: (start, end) => ({ start, end }) };
const noCodes: ReadonlyMap<number, Run> = new Map();

function trimmed(text: string, from: number, to: number, config: UnitConfig) {
  const piece = text.slice(from, to);
  if (piece.trim() === '') return undefined;
  const start = config.trimLeadingWhitespace ? from + piece.length - piece.trimStart().length : from;
  return { start, end: config.trimTrailingWhitespace ? from + piece.trimEnd().length : to };
}

/** Maps the non-text runs by their start coordinate. */
function codesByPlace(unit: Runs): ReadonlyMap<number, Run> {
  const starts = runStarts(unit);
  return new Map(unit.flatMap((run, index) => (run.kind === 'text' ? [] : [[starts[index] ?? 0, run] as const])));
}

function overOpeners(codes: ReadonlyMap<number, Run>, start: number): number {
  let index = start;
  for (let run = codes.get(index - 1); run !== undefined && run.kind !== 'pc-close'; run = codes.get(index - 1))
    index -= 1;
  return index;
}

function overClosers(codes: ReadonlyMap<number, Run>, end: number): number {
  let index = end;
  while (codes.get(index)?.kind === 'pc-close') index += 1;
  return index;
}

/** Inserts a space for each standalone code, and returns the mapping back to positions in the text. */
function withSpaces(unit: Runs): { readonly text: string; readonly toIndex: (index: number) => number } {
  const spaces: number[] = [];
  let text = '';
  for (const run of unit) {
    if (run.kind === 'text') text += run.text;
    else if (run.kind === 'ph') {
      spaces.push(text.length);
      text += ' ';
    }
  }
  return { text, toIndex: (index) => index - spaces.filter((space) => space < index).length };
}
