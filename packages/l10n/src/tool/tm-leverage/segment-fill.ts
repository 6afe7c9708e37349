import type { LocaleId, ReadonlySpan, Run, RunRange, Runs, TargetView } from '@helve/flow';
import { normaliseRuns, rangeFor, shapeLength, shapeSpan, sliceUnit } from '@helve/flow/content';
import type { TmMatch, TranslationMemory } from '../../memory/contract.js';
import { findMatches, segmentSource, type LeverageConfig } from './find-matches.js';

/** Matches of one segment. */
interface SegmentMatches {
  readonly range: RunRange;
  readonly matches: readonly TmMatch[];
  /** The match to use in the target. */
  readonly filledBy?: TmMatch;
}

/** A target joined from the matches of its segments. */
export interface JoinedSegments {
  readonly segments: readonly SegmentMatches[];
  readonly runs: Runs;
  /** Position of the match of each segment in `runs`. */
  readonly spans: readonly ReadonlySpan[];
  readonly matched: number;
  readonly total: number;
  /** Score of the worst segment. */
  readonly score: number;
  readonly tier: 'segmented';
  readonly ambiguous: boolean;
  /** Ids of the entries, in order. */
  readonly ids: readonly string[];
}

/** Looks up two or more segments one by one and joins the best matches with the gaps of the source. */
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
      const source = segmentSource(view, range, runs);
      const matches = await findMatches(source, to, view.sourceLocale, memories, config);
      const [best] = matches;
      const isGood = best !== undefined && !best.ambiguous && best.score * 100 >= config.fillTargetThreshold;
      return { range, matches, ...(isGood ? { filledBy: best } : {}) };
    }),
  );
  const best = segments.flatMap(({ matches: [first] }) => first ?? []);
  if (best.length === 0) return undefined;
  const clear = best.filter(({ ambiguous }) => !ambiguous);
  return {
    segments,
    ...join(view.source, segments),
    matched: clear.length,
    total: segments.length,
    score: Math.min(...(clear.length === 0 ? best : clear).map(({ score }) => score)),
    tier: 'segmented',
    ambiguous: clear.length === 0,
    ids: segments.flatMap(({ filledBy }) => (filledBy === undefined ? [] : [filledBy.id])),
  };
}

/** Joins the matches with the gaps of the source; a segment without a match keeps its source. */
function join(source: Runs, segments: readonly SegmentMatches[]): Pick<JoinedSegments, 'runs' | 'spans'> {
  const runs: Run[] = [];
  const filled: { readonly match: TmMatch; readonly start: number; readonly end: number }[] = [];
  let at = 0;
  let length = 0;
  const put = (piece: Runs): void => {
    runs.push(...piece);
    length += shapeLength(piece);
  };
  for (const { range, filledBy } of segments) {
    const { start, end } = shapeSpan(source, range);
    put(sliceUnit(source, at, start));
    const from = length;
    put(filledBy === undefined ? sliceUnit(source, start, end) : filledBy.target);
    if (filledBy !== undefined) filled.push({ match: filledBy, start: from, end: length });
    at = end;
  }
  put(sliceUnit(source, at, shapeLength(source)));
  const target = normaliseRuns(runs);
  const spans = filled.map(({ match, start, end }, index) => ({
    id: `tm${index + 1}`,
    range: rangeFor(target, [], start, end),
    props: { origin: 'tm', reference: match.id, score: String(match.score) },
  }));
  return { runs: target, spans };
}
