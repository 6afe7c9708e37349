import {
  normaliseRuns,
  shapeLength,
  shapeSpan,
  sliceUnit,
  type LocaleId,
  type Run,
  type RunRange,
  type Runs,
  type TargetView,
} from '@helve/flow';
import { findMatches, type LeverageConfig } from './find-matches.js';
import type { TmCandidate, TranslationMemory } from './translation-memory.js';

/** What was found for one segment. */
interface SegmentMatches {
  readonly range: RunRange;
  readonly candidates: readonly TmCandidate[];
}

/** A target put together of the matches of its segments. */
export interface JoinedSegments {
  readonly segments: readonly SegmentMatches[];
  readonly runs: Runs;
  readonly matched: number;
  readonly total: number;
  /** That of the worst segment. */
  readonly score: number;
  readonly tier: 'segmented';
  readonly ambiguous: boolean;
}

/** Looks two or more segments up one by one and puts the best matches between the gaps of the source. */
export async function assembleSegments(
  view: TargetView,
  to: LocaleId,
  memories: readonly TranslationMemory[],
  config: LeverageConfig,
): Promise<JoinedSegments | undefined> {
  const units = view.units(null).filter(({ ignorable }) => !ignorable);
  if (units.length < 2 || units.some(({ path }) => path.length > 0)) return undefined;
  const segments = await Promise.all(
    units.map(async ({ range, runs }): Promise<SegmentMatches> => {
      return { range, candidates: await findMatches(runs, to, view.sourceLocale, memories, config) };
    }),
  );
  const best = segments.flatMap(({ candidates: [first] }) => (first === undefined || first.ambiguous ? [] : [first]));
  if (best.length === 0) return undefined;
  return {
    segments,
    runs: join(view.source, segments),
    matched: best.length,
    total: segments.length,
    score: Math.min(...best.map(({ score }) => score)),
    tier: 'segmented',
    ambiguous: false,
  };
}

function join(source: Runs, segments: readonly SegmentMatches[]): Runs {
  const runs: Run[] = [];
  let at = 0;
  for (const { range, candidates } of segments) {
    const { start, end } = shapeSpan(source, range);
    const [first] = candidates;
    const taken = first === undefined || first.ambiguous ? sliceUnit(source, start, end) : first.target;
    runs.push(...sliceUnit(source, at, start), ...taken);
    at = end;
  }
  return normaliseRuns([...runs, ...sliceUnit(source, at, shapeLength(source))]);
}
