import { OverlayType, type LocaleId, type ReadonlySpan, type RunRange, type TargetView } from '@helve/flow';
import {
  assembleSegments,
  containsForms,
  rangeFor,
  shapeLength,
  translationSegments,
  type SegmentedRuns,
  type SegmentToTranslate,
} from '@helve/flow/content';
import type { TmMatch, TranslationMemory } from '../../memory/contract.js';
import { isFilling } from './fits-source.js';
import { findMatches, segmentSource, type LeverageConfig } from './find-matches.js';

/** Matches of one segment. */
export interface SegmentMatches {
  readonly id: string | undefined;
  readonly key: string;
  readonly range: RunRange;
  readonly matches: readonly TmMatch[];
  /** The match to use in the target. */
  readonly filledBy?: TmMatch;
}

/** A target joined from the matches of its segments. */
export interface JoinedSegments extends SegmentedRuns {
  readonly found: readonly SegmentMatches[];
  /** Position in `runs` of each segment that a match fills. */
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

/**
 * Looks up two or more segments one by one and joins the best matches with the gaps of the source; a segment without a
 * match keeps its source. Of a target with translated segments, only the free ones are looked up.
 */
export async function matchSegments(
  view: TargetView,
  to: LocaleId,
  memories: readonly TranslationMemory[],
  config: LeverageConfig,
  free?: ReadonlySet<string>,
): Promise<JoinedSegments | undefined> {
  const texts = translationSegments(view.source, to, view.overlays(OverlayType.OverlaySegmentation, null));
  const worded = texts.filter(({ ignorable }) => !ignorable);
  if (worded.length < 2 || containsForms(view.source)) return undefined;
  const wanted = free === undefined ? worded : worded.filter(({ segment = '' }) => free.has(segment));
  const found = await Promise.all(wanted.map((text) => matchSegment(view, text, to, memories, config)));
  const best = found.flatMap(({ matches: [first] }) => first ?? []);
  if (best.length === 0) return undefined;
  const clear = best.filter(({ ambiguous }) => !ambiguous);
  return {
    found,
    ...join(view, to, texts, found),
    matched: clear.length,
    total: found.length,
    score: Math.min(...(clear.length === 0 ? best : clear).map(({ score }) => score)),
    tier: 'segmented',
    ambiguous: clear.length === 0,
    ids: found.flatMap(({ filledBy }) => (filledBy === undefined ? [] : [filledBy.id])),
  };
}

async function matchSegment(
  view: TargetView,
  { key, source, start, segment: id }: SegmentToTranslate,
  to: LocaleId,
  memories: readonly TranslationMemory[],
  config: LeverageConfig,
): Promise<SegmentMatches> {
  const range = rangeFor(view.source, undefined, start, start + shapeLength(source));
  const matches = await findMatches(segmentSource(view, range, source), to, view.sourceLocale, memories, config);
  const [best] = matches;
  const isGood = best !== undefined && isFilling(best, source, config);
  return { id, key, range, matches, ...(isGood ? { filledBy: best } : {}) };
}

function join(
  view: TargetView,
  to: LocaleId,
  texts: readonly SegmentToTranslate[],
  found: readonly SegmentMatches[],
): Pick<JoinedSegments, 'runs' | 'segments' | 'spans'> {
  const filled = found.flatMap(({ id, key, filledBy }) => (filledBy === undefined ? [] : [{ id, key, filledBy }]));
  const made = new Map(filled.map(({ key, filledBy }) => [key, filledBy.target]));
  const { runs, segments } = assembleSegments(view.source, to, texts, made);
  const ranges = new Map(segments.map(({ id, range }) => [id, range]));
  const spans = filled.flatMap(({ id = '', filledBy }, index) => {
    const range = ranges.get(id);
    const props = { origin: 'tm', reference: filledBy.id, score: String(filledBy.score) };
    return range === undefined ? [] : [{ id: `tm${index + 1}`, range, props }];
  });
  return { runs, segments, spans };
}
