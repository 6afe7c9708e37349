import type { Term } from './concept.js';
import type { TermEntry } from './contract.js';
import type { TermMatch } from './match/term-matcher.js';
import { withoutOverlaps } from './match/without-overlaps.js';

type Match = TermMatch<TermEntry>;

/** Terms of a source with the same meaning, and their accepted translations. */
export interface TermRequirement {
  /** One for each occurrence in the source. */
  readonly matches: readonly Match[];
  /** The best first. */
  readonly accepted: readonly Term[];
}

/** Derives the requirements of a target from the terms of a source; a term without a known target requires nothing. */
export function termRequirements(
  matches: readonly Match[],
  acceptedFor: (entry: TermEntry) => readonly Term[],
): readonly TermRequirement[] {
  const [only] = matches;
  if (only === undefined) return none;
  if (matches.length === 1) {
    const accepted = [...new Set(acceptedFor(only.term))];
    return accepted.length === 0 ? none : [{ matches, accepted }];
  }
  const demands = new Map<string, { matches: Match[]; accepted: readonly Term[] }>();
  for (const group of byPlace(matches)) {
    const [first] = group;
    const accepted = [...new Set(group.flatMap(({ term }) => acceptedFor(term)))];
    if (first === undefined || accepted.length === 0) continue;
    const key = group.map(({ term }) => term.concept.id).join('\n');
    const demand = demands.get(key) ?? { matches: [], accepted };
    demand.matches.push(first);
    demands.set(key, demand);
  }
  return [...demands.values()];
}

const none: readonly never[] = Object.freeze([]);

/** Groups terms of several concepts at one position, which may mean any of them. */
function byPlace(matches: readonly Match[]): readonly (readonly Match[])[] {
  const byRange = new Map<string, Match[]>();
  for (const match of matches) {
    const range = `${match.start}-${match.end}`;
    const group = byRange.get(range);
    if (group === undefined) byRange.set(range, [match]);
    else group.push(match);
  }
  return [...byRange.values()];
}

/**
 * Finds the occurrences in the source that have no counterpart in the target: a term must occur as often, and of too
 * few the last ones are reported.
 */
export function unmetRequirements(
  { matches, accepted }: TermRequirement,
  inTarget: readonly Match[],
  length: number,
): readonly Match[] {
  if (matches.length === 1) return inTarget.some(({ term }) => accepted.includes(term.term)) ? none : matches;
  const found = withoutOverlaps(
    inTarget.filter(({ term }) => accepted.includes(term.term)),
    length,
  );
  return matches.slice(new Set(found.map(({ start }) => start)).size);
}
