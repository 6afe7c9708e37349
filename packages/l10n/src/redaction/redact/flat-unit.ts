import type { RunRange, Runs } from '@helve/flow';
import { codePointLength, OBJECT_CHAR, runStarts, utf16Index } from '@helve/flow/content';

/** A range of a unit. Positions count UTF-16 units of text, and one for every code. */
export interface UnitRange {
  readonly start: number;
  readonly end: number;
}

/** A range of a unit that is extracted, and its owner. */
export interface RemovedRange<T> extends UnitRange {
  readonly by: T;
}

/** The searchable text of a unit, and the positions of its characters in the unit. */
interface ScanText {
  readonly text: string;
  readonly pieces: readonly ScanRange[];
}

interface ScanRange extends UnitRange {
  /** Start in the text. */
  readonly at: number;
  /** True when nothing inside can be extracted: it is one character in the text. */
  readonly wall: boolean;
}

/**
 * One unit while secrets are extracted from it:
 *
 *     runs   Acme <b>Corp</b> and [token]
 *     text   Acme Corp and ￼
 *
 * Codes are skipped in the text; tokens, and extracted ranges, are walls of one character.
 */
export class FlatUnit<T> {
  readonly runs: Runs;
  /** Start of each run, and the end. */
  readonly starts: readonly number[];
  readonly #fixed: readonly UnitRange[];
  #taken: readonly RemovedRange<T>[] = [];
  #scan: ScanText | undefined;
  #last = { place: 0, coordinate: 0 };

  /** `fixed` are ranges that are not content, such as the tokens. */
  constructor(runs: Runs, fixed: readonly UnitRange[]) {
    this.runs = runs;
    this.starts = listStarts(runs);
    this.#fixed = fixed;
  }

  get taken(): readonly RemovedRange<T>[] {
    return this.#taken;
  }

  /** Every range that cannot be extracted (again), in order. */
  get walls(): readonly UnitRange[] {
    return this.#taken.length === 0 ? this.#fixed : [...this.#fixed, ...this.#taken].sort(byStart);
  }

  get text(): string {
    return this.#scanned().text;
  }

  take(pieces: readonly RemovedRange<T>[]): void {
    this.#taken = [...this.#taken, ...pieces].sort(byStart);
    this.#scan = undefined;
  }

  /**
   * Returns the range of a unit that a range of the text covers, from its first to its last character; undefined when
   * there are only walls.
   */
  rangeOf(start: number, end: number): UnitRange | undefined {
    const { pieces } = this.#scanned();
    let first: ScanRange | undefined;
    let last: ScanRange | undefined;
    for (let index = lastAtMost(pieces, start, ({ at }) => at); index < pieces.length; index += 1) {
      const piece = pieces[index];
      if (piece === undefined || piece.at >= end) break;
      if (piece.wall) continue;
      first ??= piece;
      last = piece;
    }
    if (first === undefined || last === undefined) return undefined;
    return {
      start: first.start + Math.max(start - first.at, 0),
      end: Math.min(last.start + (end - last.at), last.end),
    };
  }

  /** Returns the range of the text that a range of the unit covers. */
  indexesOf({ startRun, startOffset, endRun, endOffset }: RunRange): UnitRange {
    return {
      start: this.#indexOf(this.#placeOf(startRun, startOffset)),
      end: this.#indexOf(this.#placeOf(endRun, endOffset)),
    };
  }

  /** Converts a position to the coordinates of edits; fast when positions come in order. */
  coordinateOf(offset: number): number {
    const run = this.runAt(offset);
    const start = this.starts[run] ?? 0;
    const content = this.runs[run];
    if (content?.kind !== 'text') return (runStarts(this.runs)[run] ?? 0) + offset - start;
    const known = this.#last.place >= start && this.#last.place <= offset;
    const from = known ? this.#last : { place: start, coordinate: runStarts(this.runs)[run] ?? 0 };
    const coordinate = from.coordinate + codePointLength(content.text.slice(from.place - start, offset - start));
    this.#last = { place: offset, coordinate };
    return coordinate;
  }

  /** Returns the index of the run at a position. */
  runAt(offset: number): number {
    return lastAtMost(this.starts, offset, (start) => start);
  }

  #placeOf(run: number, offset: number): number {
    const content = this.runs[run];
    return (this.starts[run] ?? 0) + (content?.kind === 'text' ? utf16Index(content.text, offset) : 0);
  }

  #indexOf(offset: number): number {
    const { pieces } = this.#scanned();
    const piece = pieces[lastAtMost(pieces, offset, ({ start }) => start)];
    return piece === undefined
      ? 0
      : piece.at + Math.min(offset - piece.start, piece.wall ? 1 : piece.end - piece.start);
  }

  #scanned(): ScanText {
    return (this.#scan ??= scan(this.runs, this.starts, this.walls));
  }
}

function listStarts(runs: Runs): readonly number[] {
  const starts = [0];
  let at = 0;
  for (const run of runs) starts.push((at += run.kind === 'text' ? run.text.length : 1));
  return starts;
}

function scan(runs: Runs, starts: readonly number[], walls: readonly UnitRange[]): ScanText {
  const pieces: ScanRange[] = [];
  let text = '';
  let index = 0;
  const addTexts = (from: number, to: number) => {
    for (; index < runs.length && (starts[index] ?? 0) < to; index += 1) {
      const run = runs[index];
      const runStart = starts[index] ?? 0;
      const start = Math.max(from, runStart);
      const end = Math.min(to, starts[index + 1] ?? 0);
      if (run?.kind === 'text' && start < end) {
        pieces.push({ at: text.length, start, end, wall: false });
        text += run.text.slice(start - runStart, end - runStart);
      }
      // The rest of this run is after the wall.
      if ((starts[index + 1] ?? 0) > to) return;
    }
  };
  let at = 0;
  for (const { start, end } of walls) {
    addTexts(at, start);
    pieces.push({ at: text.length, start, end, wall: true });
    text += OBJECT_CHAR;
    at = end;
  }
  addTexts(at, starts[runs.length] ?? 0);
  return { text, pieces };
}

/** Returns the index of the last item whose key is at most a limit; 0 when there is none. */
function lastAtMost<T>(items: readonly T[], limit: number, keyOf: (item: T) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && keyOf(item) <= limit) low = middle + 1;
    else high = middle;
  }
  return Math.max(low - 1, 0);
}

function byStart(one: UnitRange, other: UnitRange): number {
  return one.start - other.start;
}
