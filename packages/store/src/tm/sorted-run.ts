/** Numbers by ascending hash: one immutable part of an index. */
export interface SortedRun {
  readonly hashes: Float64Array;
  readonly numbers: Uint32Array;
}

/** Creates a run from hashes in any order and the number of each. */
export function toSortedRun(hashes: readonly number[], numbers: readonly number[]): SortedRun {
  const order = Uint32Array.from(hashes.keys());
  order.sort((one, other) => Number(hashes[one]) - Number(hashes[other]));
  return {
    hashes: Float64Array.from(order, (at) => hashes[at] ?? 0),
    numbers: Uint32Array.from(order, (at) => numbers[at] ?? 0),
  };
}

/** Merges several runs into one. */
export function mergeRuns(runs: readonly SortedRun[]): SortedRun {
  const [first, ...others] = runs;
  if (!first || others.length === 0) return first ?? toSortedRun([], []);
  const middle = runs.length >> 1;
  return mergeTwo(mergeRuns(runs.slice(0, middle)), mergeRuns(runs.slice(middle)));
}

function mergeTwo(one: SortedRun, other: SortedRun): SortedRun {
  const length = one.hashes.length + other.hashes.length;
  const hashes = new Float64Array(length);
  const numbers = new Uint32Array(length);
  let [left, right] = [0, 0];
  for (let at = 0; at < length; at += 1) {
    // Past the end is NaN, which compares as false.
    const fromLeft = right === other.hashes.length || Number(one.hashes[left]) <= Number(other.hashes[right]);
    const run = fromLeft ? one : other;
    const index = fromLeft ? left++ : right++;
    hashes[at] = run.hashes[index] ?? 0;
    numbers[at] = run.numbers[index] ?? 0;
  }
  return { hashes, numbers };
}

/** Appends the numbers of some ascending hashes to `found`. */
export function findIn({ hashes, numbers }: SortedRun, wanted: ArrayLike<number>, found: number[]): void {
  let from = 0;
  for (let index = 0; index < wanted.length; index += 1) {
    const hash = wanted[index] ?? 0;
    from = stepTo(hashes, hash, from);
    for (let at = from; hashes[at] === hash; at += 1) found.push(numbers[at] ?? 0);
  }
}

/** Returns what `firstAt` returns; fast when the hash is near. */
function stepTo(hashes: Float64Array, hash: number, from: number): number {
  let [low, step] = [from, 1];
  while (low + step < hashes.length && Number(hashes[low + step]) < hash) {
    low += step;
    step *= 2;
  }
  return firstAt(hashes, hash, low, Math.min(low + step, hashes.length));
}

/** Returns the index of the first hash that is not below the given one. */
export function firstAt(hashes: Float64Array, hash: number, from = 0, to = hashes.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (Number(hashes[middle]) < hash) low = middle + 1;
    else high = middle;
  }
  return low;
}

const itemBytes = 12;

/** Serializes a run: all hashes, then all numbers. */
export function toBytes({ hashes, numbers }: SortedRun): Uint8Array {
  const bytes = new Uint8Array(hashes.length * itemBytes);
  bytes.set(new Uint8Array(hashes.buffer, hashes.byteOffset, hashes.byteLength));
  bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), hashes.byteLength);
  return bytes;
}

/** Parses the result of `toBytes`. */
export function fromBytes(bytes: ArrayBuffer): SortedRun {
  const count = Math.floor(bytes.byteLength / itemBytes);
  return { hashes: new Float64Array(bytes, 0, count), numbers: new Uint32Array(bytes, count * 8, count) };
}
