import { codePointLength } from '@helve/flow/content';
import { BLOCK_KEYS, GRAM_GROUPS, type TmBlock } from './contract.js';
import { GRAM_SLOTS, writeGrams } from './gram.js';

const GROUP_SLOTS = GRAM_SLOTS / GRAM_GROUPS;

/** Returns the group of a slot. */
export function toGroup(slot: number): number {
  return Math.floor(slot / GROUP_SLOTS);
}

/** One key of a block. */
export interface BlockKey {
  readonly number: number;
  readonly tiers: number;
  readonly text: string;
}

/** The keys of a block from the shortest to the longest; postings refer to them by their rank in this order. */
export interface BlockLengths {
  readonly size: number;
  /** In code points, ascending. */
  readonly lengths: Uint32Array;
  readonly numbers: Uint32Array;
  readonly tiers: Uint8Array;
}

/**
 * Postings of some grams, in words of 32 bits. A rare gram has a list of ranks, ascending and two per word; a frequent
 * one has one bit for each key of the block.
 */
export interface PostingGroup {
  readonly words: Int32Array;
  /** The postings as numbers of 16 bits: the ranks in lists. */
  readonly halves: Uint16Array;
}

/** Size of the header: the start of each posting, the end of the last, and the number of keys of each. */
const HEAD_WORDS = GROUP_SLOTS + 1 + GROUP_SLOTS / 2;

/** Returns the number of keys that have the gram of a slot. */
export function keysWith({ halves }: PostingGroup, slot: number): number {
  return halves[(GROUP_SLOTS + 1) * 2 + (slot % GROUP_SLOTS)] ?? 0;
}

/** Fills up the last word of a list; no key has this rank. */
const NO_RANK = 0xffff;

/** Range of the postings of a slot in words, and whether they are bits. */
interface Posting {
  readonly start: number;
  readonly end: number;
  readonly isBits: boolean;
}

/** Returns the postings of one slot in its group. */
export function findPosting({ words }: PostingGroup, slot: number): Posting {
  const at = slot % GROUP_SLOTS;
  const start = words[at] ?? 0;
  return { start: start >>> 1, end: (words[at + 1] ?? 0) >>> 1, isBits: (start & 1) === 1 };
}

/**
 * Indexes the ascending keys of one block. Numbers are written in the byte order of the machine: little-endian wherever
 * Node runs.
 */
export function indexBlock(block: number, keys: readonly BlockKey[]): TmBlock {
  const grams = readGrams(keys);
  const order = byLength(grams.lengths);
  const lists = { starts: grams.starts, ranks: fillLists(grams, order) };
  return {
    block,
    lengths: writeLengths(keys, grams.lengths, order),
    postings: Array.from({ length: GRAM_GROUPS }, (_, group) => encodeGroup(group, lists, keys.length)),
  };
}

/** Encodes the lengths alone, for keys that are too few to be indexed. */
export function indexLengths(keys: readonly BlockKey[]): Uint8Array {
  const lengths = Uint32Array.from(keys, ({ text }) => codePointLength(text));
  return writeLengths(keys, lengths, byLength(lengths));
}

/** Sorts indexes of lengths from the shortest to the longest, stable. */
function byLength(lengths: Uint32Array): Uint32Array {
  const packed = Float64Array.from(lengths, (length, index) => length * BLOCK_KEYS + index).sort();
  return Uint32Array.from(packed, (each) => each % BLOCK_KEYS);
}

function writeLengths(keys: readonly BlockKey[], lengths: Uint32Array, order: Uint32Array): Uint8Array {
  const words = new Uint32Array(order.length * 2);
  for (const [rank, index] of order.entries()) {
    const { number = 0, tiers = 0 } = keys[index] ?? {};
    words[rank * 2] = lengths[index] ?? 0;
    words[rank * 2 + 1] = (number % BLOCK_KEYS) | (tiers << 16);
  }
  return new Uint8Array(words.buffer);
}

/** The grams of keys, key after key, each gram once per key. */
interface BlockGrams {
  readonly grams: Uint16Array;
  /** End of the grams of each key. */
  readonly ends: Uint32Array;
  /** In code points. */
  readonly lengths: Uint32Array;
  /** Start of the list of each slot, and the end of the last. */
  readonly starts: Uint32Array;
}

function readGrams(keys: readonly BlockKey[]): BlockGrams {
  const grams = new Uint16Array(keys.reduce((sum, { text }) => sum + text.length + 1, 0));
  const ends = new Uint32Array(keys.length);
  const lengths = new Uint32Array(keys.length);
  const starts = new Uint32Array(GRAM_SLOTS + 1);
  const last = new Int32Array(GRAM_SLOTS).fill(-1);
  let end = 0;
  for (const [index, { text }] of keys.entries()) {
    const count = writeGrams(text, grams, end);
    lengths[index] = count - 1;
    ends[index] = end = countOnce(grams, end, end + count, { last, index, starts });
  }
  for (let slot = 0; slot < GRAM_SLOTS; slot += 1) starts[slot + 1] = (starts[slot + 1] ?? 0) + (starts[slot] ?? 0);
  return { grams, ends, lengths, starts };
}

interface ListCounts {
  /** The last key in each list. */
  readonly last: Int32Array;
  /** The current key. */
  readonly index: number;
  /** Length of each list, shifted by one: its start, once they are summed up. */
  readonly starts: Uint32Array;
}

/** Counts each key once in each of its lists, also where two of its pairs share a slot. Returns the new end. */
function countOnce(grams: Uint16Array, start: number, end: number, { last, index, starts }: ListCounts): number {
  let newEnd = start;
  for (let at = start; at < end; at += 1) {
    const slot = grams[at] ?? 0;
    if (last[slot] === index) continue;
    last[slot] = index;
    starts[slot + 1] = (starts[slot + 1] ?? 0) + 1;
    grams[newEnd] = slot;
    newEnd += 1;
  }
  return newEnd;
}

/** Fills the lists of all slots, one after the other: the ranks of keys, ascending. */
function fillLists({ grams, ends, starts }: BlockGrams, order: Uint32Array): Uint16Array {
  const next = starts.slice();
  const ranks = new Uint16Array(starts[GRAM_SLOTS] ?? 0);
  for (const [rank, index] of order.entries()) {
    const end = ends[index] ?? 0;
    for (let at = index === 0 ? 0 : (ends[index - 1] ?? 0); at < end; at += 1) {
      const slot = grams[at] ?? 0;
      const offset = next[slot] ?? 0;
      ranks[offset] = rank;
      next[slot] = offset + 1;
    }
  }
  return ranks;
}

/** The lists of all slots. */
interface SlotLists {
  /** Start of the list of each slot, and the end of the last. */
  readonly starts: Uint32Array;
  readonly ranks: Uint16Array;
}

/** Encodes the starts of postings, each with a bit that tells bits from lists, and then the postings. */
function encodeGroup(group: number, lists: SlotLists, keys: number): Uint8Array {
  const { starts } = lists;
  const first = group * GROUP_SLOTS;
  const bitWords = Math.ceil(keys / 32);
  const head = new Uint32Array(GROUP_SLOTS + 1);
  let at = HEAD_WORDS;
  for (let index = 0; index <= GROUP_SLOTS; index += 1) {
    const count = (starts[first + index + 1] ?? 0) - (starts[first + index] ?? 0);
    const isBits = index < GROUP_SLOTS && Math.ceil(count / 2) >= bitWords;
    head[index] = at * 2 + (isBits ? 1 : 0);
    at += isBits ? bitWords : Math.ceil(count / 2);
  }
  const words = new Int32Array((head[GROUP_SLOTS] ?? 0) >>> 1);
  words.set(head);
  const encoded: PostingGroup = { words, halves: new Uint16Array(words.buffer) };
  for (let slot = first; slot < first + GROUP_SLOTS; slot += 1) writePosting(encoded, slot, lists);
  return new Uint8Array(words.buffer);
}

function writePosting(group: PostingGroup, slot: number, { starts, ranks }: SlotLists): void {
  const from = starts[slot] ?? 0;
  const count = (starts[slot + 1] ?? 0) - from;
  // Most slots have no keys.
  if (count === 0) return;
  const { start, isBits } = findPosting(group, slot);
  group.halves[(GROUP_SLOTS + 1) * 2 + (slot % GROUP_SLOTS)] = count;
  for (let index = 0; index < count; index += 1) {
    const rank = ranks[from + index] ?? 0;
    if (isBits) setBit(group.words, start, rank);
    else group.halves[start * 2 + index] = rank;
  }
  if (!isBits && count % 2 === 1) group.halves[start * 2 + count] = NO_RANK;
}

function setBit(words: Int32Array, start: number, bit: number): void {
  const at = start + (bit >>> 5);
  words[at] = (words[at] ?? 0) | (1 << (bit & 31));
}

/** Decodes the key lengths written by `indexBlock`. */
export function readLengths(bytes: Uint8Array, base: number): BlockLengths {
  const { buffer, byteOffset, byteLength } = aligned(bytes);
  const words = new Uint32Array(buffer, byteOffset, byteLength / 4);
  const size = words.length / 2;
  const [lengths, numbers, tiers] = [new Uint32Array(size), new Uint32Array(size), new Uint8Array(size)];
  for (let rank = 0; rank < size; rank += 1) {
    const packed = words[rank * 2 + 1] ?? 0;
    lengths[rank] = words[rank * 2] ?? 0;
    numbers[rank] = base + (packed & 0xffff);
    tiers[rank] = packed >>> 16;
  }
  return { size, lengths, numbers, tiers };
}

/** Decodes one group of postings. */
export function readGroup(bytes: Uint8Array): PostingGroup {
  const { buffer, byteOffset, byteLength } = aligned(bytes);
  return {
    words: new Int32Array(buffer, byteOffset, byteLength / 4),
    halves: new Uint16Array(buffer, byteOffset, byteLength / 2),
  };
}

/** Aligns bytes to four, which numbers of 32 bits require. */
function aligned(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
}
