/** A range that both lists share, or that only one has. */
export interface TokenDiff {
  readonly op: 'equal' | 'delete' | 'insert' | 'replace';
  readonly first: readonly [start: number, end: number];
  readonly second: readonly [start: number, end: number];
}

/** Maximum table size: beyond it, the middle of two long texts counts as replaced. */
const maxCells = 4_000_000;

/** Computes the edits from the first list to the second, in order. */
export function diffTokens(first: readonly string[], second: readonly string[]): readonly TokenDiff[] {
  let start = 0;
  while (start < first.length && start < second.length && first[start] === second[start]) start += 1;
  let tail = 0;
  const shortest = Math.min(first.length, second.length) - start;
  while (tail < shortest && first.at(-1 - tail) === second.at(-1 - tail)) tail += 1;
  const pairs = [
    ...range(start).map((at) => [at, at] as const),
    ...middlePairs(first.slice(start, first.length - tail), second.slice(start, second.length - tail)).map(
      ([one, other]) => [one + start, other + start] as const,
    ),
    ...range(tail).map((at) => [first.length - tail + at, second.length - tail + at] as const),
  ];
  return toDiff(pairs, first.length, second.length);
}

function range(length: number): readonly number[] {
  return Array.from({ length }, (_, at) => at);
}

type Pair = readonly [first: number, second: number];

/** Finds the pairs of a longest common subsequence. */
function middlePairs(first: readonly string[], second: readonly string[]): readonly Pair[] {
  if (first.length === 0 || second.length === 0 || first.length * second.length > maxCells) return [];
  const width = second.length + 1;
  const lengths = new Uint32Array((first.length + 1) * width);
  const at = (one: number, other: number) => lengths[one * width + other] ?? 0;
  for (let one = first.length - 1; one >= 0; one -= 1) {
    for (let other = second.length - 1; other >= 0; other -= 1) {
      lengths[one * width + other] =
        first[one] === second[other] ? at(one + 1, other + 1) + 1 : Math.max(at(one + 1, other), at(one, other + 1));
    }
  }
  const pairs: Pair[] = [];
  for (let one = 0, other = 0; one < first.length && other < second.length;) {
    if (first[one] === second[other]) pairs.push([one++, other++]);
    else if (at(one + 1, other) >= at(one, other + 1)) one += 1;
    else other += 1;
  }
  return pairs;
}

/** Joins adjacent pairs, and reports the ranges between them. */
function toDiff(pairs: readonly Pair[], firstLength: number, secondLength: number): readonly TokenDiff[] {
  const diff: TokenDiff[] = [];
  let [first, second] = [0, 0];
  const gap = (toFirst: number, toSecond: number) => {
    if (toFirst === first && toSecond === second) return;
    const op = toFirst === first ? 'insert' : toSecond === second ? 'delete' : 'replace';
    diff.push({ op, first: [first, toFirst], second: [second, toSecond] });
  };
  for (const [one, other] of pairs) {
    gap(one, other);
    const last = diff.at(-1);
    if (last?.op === 'equal') diff.splice(-1);
    const start = last?.op === 'equal' ? last : { first: [one], second: [other] };
    diff.push({ op: 'equal', first: [start.first[0], one + 1], second: [start.second[0], other + 1] });
    [first, second] = [one + 1, other + 1];
  }
  gap(firstLength, secondLength);
  return diff;
}
