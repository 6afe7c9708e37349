/** A range of a text with a score. */
interface ScoredRange {
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

/**
 * Resolves overlaps: the longest match stays, then the earliest; of several at one position, all with the best score.
 */
export function withoutOverlaps<Match extends ScoredRange>(found: readonly Match[], length: number): readonly Match[] {
  if (isApart(found)) return found;
  const ranked = found.toSorted(
    (one, other) =>
      other.end - other.start - (one.end - one.start) || one.start - other.start || other.score - one.score,
  );
  const covered = new Uint8Array(length);
  const accepted: Match[] = [];
  for (const match of ranked) {
    const last = accepted.at(-1);
    if (last !== undefined && last.start === match.start && last.end === match.end) {
      if (last.score === match.score) accepted.push(match);
      continue;
    }
    // A match is no longer than those before it, so that they cannot be inside it.
    if (covered[match.start] === 1 || covered[match.end - 1] === 1) continue;
    covered.fill(1, match.start, match.end);
    accepted.push(match);
  }
  return accepted.sort(byPosition);
}

/** True in the common case: no match overlaps another. */
function isApart(found: readonly ScoredRange[]): boolean {
  for (let at = 1; at < found.length; at += 1) {
    if ((found[at] as ScoredRange).start < (found[at - 1] as ScoredRange).end) return false;
  }
  return true;
}

/** Compares by reading order, the longer first. */
export function byPosition(one: ScoredRange, other: ScoredRange): number {
  return one.start - other.start || other.end - one.end || other.score - one.score;
}
