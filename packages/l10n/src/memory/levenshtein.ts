const WORD = 32;
const TABLE = 256;

/** A text as code points, or as UTF-16 units where that is the same. */
export type CodePoints = Uint32Array | string;

/** Converts a text for `Matcher.distance`; `length` is its length in code points. */
export function toCodePoints(text: string, length: number): CodePoints {
  return text.length === length ? text : toPoints(text);
}

function toPoints(text: string): Uint32Array {
  const points = new Uint32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; count += 1) {
    const point = text.codePointAt(at) ?? 0;
    points[count] = point;
    at += point > 0xffff ? 2 : 1;
  }
  return points.subarray(0, count);
}

/** Computes distances of other texts to one. */
export interface Matcher {
  /** In code points. */
  readonly length: number;
  /**
   * Counts the insertions, deletions and substitutions; any number above `most` means more than that. `lostPairs`, the
   * number of neighbouring pairs of this text (its edges included) that the other lacks, saves work if known.
   */
  distance(text: CodePoints, length: number, most: number, lostPairs?: number): number;
}

/**
 * Prepares one text for many comparisons: each bit of a word is one row of the distance table, so 32 rows cost as much
 * as one (Myers 1999, in blocks as in Hyyrö 2003). Blocks are processed one after the other, and of each only the
 * columns that a path of at most `most` edits can pass:
 *
 *          text →
 *     p  ▓▓▓▓▓░░░░░
 *     a  ░▓▓▓▓▓▓░░░
 *     t  ░░░░▓▓▓▓▓░
 *     ↓  ░░░░░░▓▓▓▓
 */
export function createMatcher(pattern: string): Matcher {
  const points = toPoints(pattern);
  const rows = points.length;
  const words = Math.max(1, Math.ceil(rows / WORD));
  const { table, others, equal } = indexPattern(points, words);

  const startOf = (point: number): number =>
    point < TABLE ? (table[point] ?? 0) : others === undefined ? 0 : (others.get(point) ?? 0);

  function inOneWord(text: CodePoints, length: number, most: number): number {
    const shift = rows - 1;
    const isText = typeof text === 'string';
    let pv = -1;
    let mv = 0;
    let score = rows;
    for (let column = 0; column < length; column += 1) {
      const eq = equal[startOf(isText ? text.charCodeAt(column) : (text[column] ?? 0))] ?? 0;
      const xv = eq | mv;
      const xh = (((eq & pv) + pv) ^ pv) | eq;
      const ph = mv | ~(xh | pv);
      const mh = pv & xh;
      score += ((ph >>> shift) & 1) - ((mh >>> shift) & 1);
      if (score - (length - column - 1) > most) return most + 1;
      const high = (ph << 1) | 1;
      pv = (mh << 1) | ~(xv | high);
      mv = high & xv;
    }
    return score;
  }

  function inBlocks(text: CodePoints, length: number, most: number, lostPairs: number): number {
    const isText = typeof text === 'string';
    const lead = length - rows;
    if (allSteps.length <= length) [allSteps, allStarts] = [new Uint8Array(length * 2), new Int32Array(length * 2)];
    const [steps, starts] = [allSteps, allStarts];
    let filled = 0;
    let from = 1;
    let to = 0;
    let corner = 0;
    let reach = 0;
    for (let word = 0; word < words; word += 1) {
      const top = word * WORD;
      const bottom = Math.min(top + WORD, rows);
      const shift = bottom - top - 1;
      const goal = bottom + lead;
      // The lost pairs above may have cost nothing below; of the others, each edit accounts for two.
      const below = Math.ceil((lostPairs - bottom - 1) / 2);
      // Right of the straight path to the end, each column costs one to get there and one to come back.
      const until = Math.min(length, Math.max(goal, Math.floor((most + reach + 2 * bottom - top + lead) / 2)));
      for (; filled < until; filled += 1) {
        starts[filled + 1] = startOf(isText ? text.charCodeAt(filled) : (text[filled] ?? 0));
      }
      // Above columns that the previous block did not pass, distances can only grow.
      for (let column = Math.max(to + 1, from); column <= until; column += 1) steps[column] = 1;
      to = until;
      let pv = -1;
      let mv = 0;
      let score = corner + bottom - top;
      let first = 0;
      reach = -rows;
      for (let column = from; column <= to; column += 1) {
        const own = equal[(starts[column] ?? 0) + word] ?? 0;
        const above = steps[column] ?? 0;
        const rise = above & 1;
        const fall = above >>> 1;
        const eq = own | fall;
        const xv = own | mv;
        const xh = (((eq & pv) + pv) ^ pv) | eq;
        const ph = mv | ~(xh | pv);
        const mh = pv & xh;
        const high = (ph << 1) | rise;
        pv = (mh << 1) | fall | ~(xv | high);
        mv = high & xv;
        const up = (ph >>> shift) & 1;
        const down = (mh >>> shift) & 1;
        steps[column] = up | (down << 1);
        score += up - down;
        if (score + Math.max(Math.abs(column - goal), below) > most) continue;
        if (first === 0) {
          first = column;
          corner = score - up + down;
        }
        if (column - score > reach) reach = column - score;
      }
      if (first === 0) return most + 1;
      if (word === words - 1) return to === length ? score : most + 1;
      from = first;
    }
    return most + 1;
  }

  return {
    length: rows,
    distance(text, length, most, lostPairs = 0) {
      if (Math.abs(length - rows) > most) return most + 1;
      if (rows === 0 || length === 0) return rows + length;
      return words === 1 ? inOneWord(text, length, most) : inBlocks(text, length, most, lostPairs);
    },
  };
}

/** For each column, the step of the distance at the lower edge of a block, up (1) or down (2), and its character. */
let allSteps = new Uint8Array(0);
let allStarts = new Int32Array(0);

interface PatternIndex {
  /** Start of the words of each Latin-1 character in `equal`; those of no character are at 0. */
  readonly table: Int32Array;
  readonly others: ReadonlyMap<number, number> | undefined;
  readonly equal: Int32Array;
}

function indexPattern(points: Uint32Array, words: number): PatternIndex {
  const table = new Int32Array(TABLE);
  const others = new Map<number, number>();
  const startOf = (point: number): number => (point < TABLE ? table[point] : others.get(point)) ?? 0;
  let distinct = 0;
  for (let row = 0; row < points.length; row += 1) {
    const point = points[row] ?? 0;
    if (startOf(point) !== 0) continue;
    distinct += 1;
    if (point < TABLE) table[point] = distinct * words;
    else others.set(point, distinct * words);
  }
  const equal = new Int32Array((distinct + 1) * words);
  for (let row = 0; row < points.length; row += 1) {
    const at = startOf(points[row] ?? 0) + Math.floor(row / WORD);
    equal[at] = (equal[at] ?? 0) | (1 << (row % WORD));
  }
  return { table, others: others.size === 0 ? undefined : others, equal };
}
