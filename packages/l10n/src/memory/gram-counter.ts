import { findPosting, type PostingGroup } from './gram-block.js';

/** Counts, for many keys at once, the grams that they share with a text. */
export interface GramCounter {
  add(group: PostingGroup, slot: number, weight: number): void;
  /** Adds pending grams, and visits the keys with at least that count. */
  forEachAtLeast(least: number, visit: (rank: number, count: number) => void): void;
}

let planes = new Int32Array(0);

/**
 * Opens the counter for the keys from `start` to before `end`; there is one, and opening it again clears it. A word has
 * one bit of the counts of 32 keys, and plane after plane makes their numbers:
 *
 *     key      31 … 3 2 1 0
 *     plane 0   1 … 0 1 1 0     ones
 *     plane 1   0 … 1 1 0 0     twos     → key 2 has 3
 *
 * so that a gram that many keys have costs one addition for 32 of them.
 */
export function openCounter(start: number, end: number, most: number): GramCounter {
  const from = start >>> 5;
  const width = ((end + 31) >>> 5) - from;
  const height = Math.max(4, 32 - Math.clz32(most));
  if (planes.length < width * height) planes = new Int32Array(width * height * 2);
  const counts = planes;
  counts.fill(0, 0, width * height);
  const held: Int32Array[] = [];
  const offsets: number[] = [];

  function addList({ halves }: PostingGroup, first: number, behind: number, weight: number): void {
    for (let at = firstAtLeast(halves, start, first, behind); at < behind; at += 1) {
      const rank = halves[at] ?? 0;
      if (rank >= end) return;
      for (let times = 0; times < weight; times += 1) carry((rank >>> 5) - from, 1 << (rank & 31), 0);
    }
  }

  function carry(word: number, bits: number, plane: number): void {
    let left = bits;
    for (let at = plane * width + word; left !== 0; at += width) {
      const old = counts[at] ?? 0;
      counts[at] = old ^ left;
      left &= old;
    }
  }

  /**
   * Adds eight at a time: ones add up to a sum and four carries, those to a sum and two, and those to a sum and one.
   */
  function addEight(): void {
    if (none.length < width) none = new Int32Array(width * 2);
    const [a = none, b = none, c = none, d = none, e = none, f = none, g = none, h = none] = held;
    const [atA = 0, atB = 0, atC = 0, atD = 0, atE = 0, atF = 0, atG = 0, atH = 0] = offsets;
    for (let word = 0; word < width; word += 1) {
      const bitsA = a[atA + word] ?? 0;
      const bitsB = b[atB + word] ?? 0;
      const bitsC = c[atC + word] ?? 0;
      const bitsD = d[atD + word] ?? 0;
      const bitsE = e[atE + word] ?? 0;
      const bitsF = f[atF + word] ?? 0;
      const bitsG = g[atG + word] ?? 0;
      const bitsH = h[atH + word] ?? 0;
      const one0 = counts[word] ?? 0;
      const one1 = one0 ^ bitsA ^ bitsB;
      const one2 = one1 ^ bitsC ^ bitsD;
      const one3 = one2 ^ bitsE ^ bitsF;
      counts[word] = one3 ^ bitsG ^ bitsH;
      const two0 = counts[width + word] ?? 0;
      const carryA = (one0 & bitsA) | ((one0 ^ bitsA) & bitsB);
      const carryB = (one1 & bitsC) | ((one1 ^ bitsC) & bitsD);
      const carryC = (one2 & bitsE) | ((one2 ^ bitsE) & bitsF);
      const carryD = (one3 & bitsG) | ((one3 ^ bitsG) & bitsH);
      const two1 = two0 ^ carryA ^ carryB;
      counts[width + word] = two1 ^ carryC ^ carryD;
      const four0 = counts[2 * width + word] ?? 0;
      const fourA = (two0 & carryA) | ((two0 ^ carryA) & carryB);
      const fourB = (two1 & carryC) | ((two1 ^ carryC) & carryD);
      counts[2 * width + word] = four0 ^ fourA ^ fourB;
      const eight = (four0 & fourA) | ((four0 ^ fourA) & fourB);
      if (eight !== 0) carry(word, eight, 3);
    }
    held.length = 0;
    offsets.length = 0;
  }

  return {
    add(group, slot, weight) {
      const { start: first, end: behind, isBits } = findPosting(group, slot);
      if (!isBits) return addList(group, first * 2, behind * 2, weight);
      for (let times = 0; times < weight; times += 1) {
        held.push(group.words);
        offsets.push(first + from);
        if (held.length === 8) addEight();
      }
    },
    forEachAtLeast(least, visit) {
      if (held.length > 0) addEight();
      for (let word = 0; word < width; word += 1) {
        let left = atLeast(counts, word, width, height, least);
        for (; left !== 0; left &= left - 1) {
          const bit = 31 - Math.clz32(left & -left);
          const rank = (from + word) * 32 + bit;
          if (rank >= start && rank < end) visit(rank, countAt(counts, word, bit, width, height));
        }
      }
    },
  };
}

/** Stands in for grams when fewer than eight are left. */
let none = new Int32Array(0);

function firstAtLeast(ascending: Uint16Array, least: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the keys of one word with at least that count, compared from the highest bit on. */
function atLeast(counts: Int32Array, word: number, width: number, height: number, least: number): number {
  if (least <= 0) return -1;
  let above = 0;
  let equal = -1;
  for (let plane = height - 1; plane >= 0; plane -= 1) {
    const bits = counts[plane * width + word] ?? 0;
    if (((least >>> plane) & 1) === 1) equal &= bits;
    else above |= equal & bits;
  }
  return above | equal;
}

function countAt(counts: Int32Array, word: number, bit: number, width: number, height: number): number {
  let count = 0;
  for (let plane = 0; plane < height; plane += 1) {
    count |= (((counts[plane * width + word] ?? 0) >>> bit) & 1) << plane;
  }
  return count;
}
