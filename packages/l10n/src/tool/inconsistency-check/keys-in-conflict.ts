import type { Json } from '@helve/core';

/** Rows of three numbers: the hash of a text, the hash of its wording, and how often both occur together. */
export type CountRows = readonly Json[];

/** Visits the rows of all documents. */
export function eachRow(
  documents: readonly CountRows[],
  visit: (key: number, wording: number, count: number) => void,
): void {
  for (const rows of documents)
    for (let at = 0; at < rows.length; at += 3) visit(Number(rows[at]), Number(rows[at + 1]), Number(rows[at + 2]));
}

/** Finds the texts with several wordings: of those that have more than one row, the wordings are compared. */
export function keysInConflict(documents: readonly CountRows[]): ReadonlySet<number> {
  const repeated = repeatedKeys(documents);
  const first = new Float64Array(repeated.length).fill(-1);
  const found = new Set<number>();
  eachRow(documents, (key, wording) => {
    const at = indexOfSorted(repeated, key);
    if (at < 0) return;
    if (first[at] === -1) first[at] = wording;
    else if (first[at] !== wording) found.add(key);
  });
  return found;
}

/** Sorts all keys, since a large catalog has more of them than a map should hold. */
function repeatedKeys(documents: readonly CountRows[]): Float64Array {
  const keys = new Float64Array(documents.reduce((total, { length }) => total + length / 3, 0));
  let count = 0;
  eachRow(documents, (key) => {
    keys[count] = key;
    count += 1;
  });
  keys.sort();
  return keys.filter((key, at) => key === keys[at + 1] && key !== keys[at - 1]);
}

function indexOfSorted(sorted: Float64Array, wanted: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === wanted ? low : -1;
}
