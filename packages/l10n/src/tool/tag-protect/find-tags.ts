import { andThen, gather } from '@helve/core';
import { units, unitText, type Path, type Runs } from '@helve/flow';
import { textMap, type ShapeSpan } from '@helve/flow/content';
import type { Pattern, PatternMatch } from '../../pattern/compile-pattern.js';

/** A match in a unit, in coordinates. */
export interface TagMatch extends ShapeSpan {
  readonly path: Path;
  readonly unit: Runs;
}

type Matches = readonly (readonly PatternMatch[])[];

/**
 * Finds the matches of patterns in every unit of some content, in order; of overlapping ones, the earlier and then the
 * longer.
 */
export function findTags(runs: Runs, patterns: readonly Pattern[]): readonly TagMatch[] | Promise<readonly TagMatch[]> {
  const texts = units(runs).map(({ runs: unit }) => unitText(unit));
  const found = gather(patterns.map((pattern) => pattern.matchesIn(texts)));
  return andThen(found, (all) => toStretches(runs, all));
}

function toStretches(runs: Runs, found: readonly Matches[]): readonly TagMatch[] {
  return units(runs).flatMap(({ path, runs: unit }, index) =>
    apart(found.flatMap((matches) => matches[index] ?? [])).map(({ start, end }) => {
      return { path, unit, ...textMap(unit).spanOfIndexes(start, end) };
    }),
  );
}

function apart(matches: readonly PatternMatch[]): readonly PatternMatch[] {
  const accepted: PatternMatch[] = [];
  for (const match of matches.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (match.start >= (accepted.at(-1)?.end ?? 0)) accepted.push(match);
  }
  return accepted;
}
