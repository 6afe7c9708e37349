import type { Runs } from '../../contract/run.js';
import { createCodePointIndex, lastAtMost } from './code-point.js';
import { unitText } from './projection.js';
import { isShort, runStarts, type ShapeSpan } from '../run/run-range.js';

/** Which side of the codes at a place in the text is meant. */
export type Lean = 'left' | 'right';

/** Leads between the three ways to count in a unit: text code points, coordinates of the shape, UTF-16 indexes of the text. */
export interface TextMap {
  readonly text: string;
  /** The text's length in code points. */
  readonly length: number;
  /** The coordinate of a place in the text. */
  toCoordinate(textOffset: number, lean: Lean): number;
  /** Converts a coordinate to an offset in the text. */
  toText(coordinate: number): number;
  toIndex(textOffset: number): number;
  fromIndex(index: number): number;
  /** The stretch that hugs a piece of text: codes are in it only if they lie inside. An empty piece leans left. */
  span(textStart: number, textEnd: number): ShapeSpan;
  /** Converts UTF-16 indexes, such as those of a pattern's match, to a range of the shape. */
  spanOfIndexes(start: number, end: number): ShapeSpan;
}

const known = new WeakMap<Runs, TextMap>();

/** The ways to count in one unit. */
export function textMap(unit: Runs): TextMap {
  if (isShort(unit)) return createTextMap(unit);
  let map = known.get(unit);
  if (map === undefined) {
    map = createTextMap(unit);
    if (Object.isFrozen(unit)) known.set(unit, map);
  }
  return map;
}

function createTextMap(unit: Runs): TextMap {
  const text = unitText(unit);
  const { length, toIndex, fromIndex } = createCodePointIndex(text);
  const { toCoordinate, toText } = mapCoordinates(unit, length);
  const span = (start: number, end: number): ShapeSpan => {
    const last = toCoordinate(end, 'left');
    return { start: start === end ? last : toCoordinate(start, 'right'), end: last };
  };
  const spanOfIndexes = (start: number, end: number) => span(fromIndex(start), fromIndex(end));
  return Object.freeze({ text, length, toCoordinate, toText, toIndex, fromIndex, span, spanOfIndexes });
}

function mapCoordinates(unit: Runs, length: number): Pick<TextMap, 'toCoordinate' | 'toText'> {
  const starts = runStarts(unit);
  /** Of each text run: the text before it, the coordinates before it, and its length. */
  const [texts, coordinates, lengths]: [number[], number[], number[]] = [[], [], []];
  let before = 0;
  for (const [index, run] of unit.entries()) {
    if (run.kind !== 'text') continue;
    const start = starts[index] ?? 0;
    const size = (starts[index + 1] ?? start) - start;
    texts.push(before);
    coordinates.push(start);
    lengths.push(size);
    before += size;
  }
  const end = starts[unit.length] ?? 0;
  return {
    toCoordinate(textOffset, lean) {
      if (lean === 'left' && textOffset <= 0) return 0;
      if (lean === 'right' && textOffset >= length) return end;
      const run = lastAtMost(texts, lean === 'right' ? textOffset : textOffset - 1);
      return (coordinates[run] ?? 0) + Math.min(textOffset - (texts[run] ?? 0), lengths[run] ?? 0);
    },
    toText(coordinate) {
      const run = lastAtMost(coordinates, coordinate);
      return run < 0 ? 0 : (texts[run] ?? 0) + Math.min(coordinate - (coordinates[run] ?? 0), lengths[run] ?? 0);
    },
  };
}
