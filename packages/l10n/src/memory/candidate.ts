import { countGrams, GRAM_SLOTS } from './gram.js';
import { openCounter } from './gram-counter.js';
import { toGroup, keysWith, type BlockLengths, type PostingGroup } from './gram-block.js';
import { mostEdits, toSimilarity } from './similarity.js';

/** The keys of one block, with as much of the rest as was loaded so far. */
export interface LoadedBlock extends BlockLengths {
  readonly block: number;
  /** By group; `null` for keys that are too few to be indexed. */
  readonly groups: (PostingGroup | undefined)[] | null;
  /** By rank. */
  readonly texts: (string | undefined)[];
  readonly entries: (string | undefined)[];
}

/** A key that may be as similar as requested. */
export interface Candidate {
  readonly block: LoadedBlock;
  readonly rank: number;
  /** Upper bound of its score. */
  readonly bound: number;
  /** Number of grams of the probe that it lacks. */
  readonly lost: number;
}

/** A text to search for, with its grams. */
export interface Probe {
  readonly text: string;
  /** In code points. */
  readonly length: number;
  /** Sum of the tiers that it is looked up for. */
  readonly tiers: number;
  readonly slots: Uint16Array;
  readonly weights: Uint16Array;
  /** The groups of its slots, each once, ascending. */
  readonly groups: readonly number[];
}

export function createProbe(text: string, length: number, tiers: number): Probe {
  const { slots, weights } = countGrams(text);
  const groups: number[] = [];
  for (const slot of slots) if (toGroup(slot) !== groups.at(-1)) groups.push(toGroup(slot));
  return { text, length, tiers, slots, weights, groups };
}

/** The ranks of the keys that are neither too short nor too long. */
interface RankRange {
  readonly start: number;
  readonly end: number;
}

function rankRange({ lengths }: BlockLengths, length: number, minScore: number): RankRange {
  const shortest = length - mostEdits(minScore, length);
  let longest = Math.ceil(length / minScore);
  while (longest > length && toSimilarity(longest - length, longest) < minScore) longest -= 1;
  return { start: firstAtLeast(lengths, shortest), end: firstAtLeast(lengths, longest + 1) };
}

function firstAtLeast(ascending: Uint32Array, least: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Number of grams, the rarest ones, that a fast search counts, and the share it requires. */
const FAST_GRAMS = 64;
const FAST_SHARED = 0.3;

/**
 * Adds the keys of a block that share enough grams. One edit spoils at most two grams of the longer text, so keys that
 * share fewer than all but two for each allowed edit are too far away. Nothing else is left out, unless the search is
 * fast.
 */
export function addCandidates(
  found: Candidate[],
  block: LoadedBlock,
  probe: Probe,
  minScore: number,
  recall: 'exact' | 'fast',
): void {
  const { start, end } = rankRange(block, probe.length, minScore);
  if (start >= end) return;
  const need = createNeed(probe.length, minScore);
  const { groups } = block;
  const [slots, grams] =
    groups !== null && recall === 'fast' && probe.length >= FAST_GRAMS ? chooseRarest(groups, probe) : chooseAll(probe);
  const uncounted = probe.length + 1 - grams;
  const add = (rank: number, count: number): void => {
    const length = block.lengths[rank] ?? 0;
    if (count + uncounted < need.of(length) || ((block.tiers[rank] ?? 0) & probe.tiers) === 0) return;
    const longer = Math.max(length, probe.length);
    const least = Math.max(Math.abs(length - probe.length), Math.ceil((longer + 1 - count - uncounted) / 2));
    found.push({ block, rank, bound: toSimilarity(least, longer), lost: grams - count });
  };
  if (groups === null) {
    for (let rank = start; rank < end; rank += 1) add(rank, Math.min(block.lengths[rank] ?? 0, probe.length) + 1);
    return;
  }
  const counter = openCounter(start, end, grams);
  for (const index of slots) {
    const slot = probe.slots[index] ?? 0;
    const group = groups[toGroup(slot)];
    if (group !== undefined) counter.add(group, slot, probe.weights[index] ?? 0);
  }
  const least = need.least(block.lengths[end - 1] ?? 0) - uncounted;
  counter.forEachAtLeast(uncounted === 0 ? least : Math.max(least, Math.ceil(grams * FAST_SHARED)), add);
}

/** Slots of a probe to count, and their number of grams. */
type Choice = readonly [slots: Iterable<number>, grams: number];

function chooseAll({ slots, length }: Probe): Choice {
  return [slots.keys(), length + 1];
}

/** Selects the slots with the fewest keys. */
function chooseRarest(groups: readonly (PostingGroup | undefined)[], { slots, weights }: Probe): Choice {
  const order = Float64Array.from(slots, (slot, index) => {
    const group = groups[toGroup(slot)];
    return (group === undefined ? 0 : keysWith(group, slot)) * GRAM_SLOTS + index;
  }).sort();
  const chosen: number[] = [];
  let grams = 0;
  for (const packed of order) {
    if (grams >= FAST_GRAMS) break;
    const index = packed % GRAM_SLOTS;
    chosen.push(index);
    grams += weights[index] ?? 0;
  }
  return [chosen, grams];
}

interface Need {
  /** Number of grams that a key of this length must share. */
  of(length: number): number;
  /** Lower bound for all keys up to this length. */
  least(longest: number): number;
}

function createNeed(own: number, minScore: number): Need {
  const known: number[] = [];
  const of = (length: number): number => {
    const longer = Math.max(length, own);
    return (known[longer - own] ??= longer + 1 - 2 * mostEdits(minScore, longer));
  };
  return {
    of,
    least(longest) {
      let least = of(own);
      for (let length = own + 1; length <= longest; length += 1) least = Math.min(least, of(length));
      return least;
    },
  };
}
