const maxCompared = 64;

/** The candidates a misspelt name most likely stands for, nearest first; none when nothing is near. */
export function nearestNames(name: string, candidates: Iterable<string>, max = 3, maxDistance = Infinity): string[] {
  const wanted = fold(name);
  const limit = Math.min(maxDistance, Math.max(1, Math.floor(wanted.length / 3)));
  const near: { candidate: string; distance: number }[] = [];
  if (wanted.length > maxCompared) return [];
  for (const candidate of candidates) {
    const folded = fold(candidate);
    if (candidate === name || folded.length > maxCompared || Math.abs(folded.length - wanted.length) > limit) continue;
    const distance = editDistance(wanted, folded);
    if (distance <= limit && distance < Math.max(wanted.length, folded.length)) near.push({ candidate, distance });
  }
  return near
    .sort((a, b) => a.distance - b.distance)
    .slice(0, max)
    .map((found) => found.candidate);
}

/** `user_id`, `user-id` and `userId` are one name written three ways. */
function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]/g, '');
}

/** Insertions, deletions, replacements and swaps of neighbours that lead from one text to the other. */
function editDistance(a: string, b: string): number {
  let twoBack: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min(at(previous, j) + 1, at(current, j - 1) + 1, at(previous, j - 1) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) best = Math.min(best, at(twoBack, j - 2) + 1);
      current.push(best);
    }
    twoBack = previous;
    previous = current;
  }
  return at(previous, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
