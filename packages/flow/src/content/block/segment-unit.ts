import type { LocaleId } from '../../contract/block.js';
import type { Path, Run, Runs } from '../../contract/run.js';
import type { ReadonlySpan, SegmentUnit } from '../../contract/view.js';
import { isolateCutPairs, rejoinCutPairs } from '../run/cut-pairs.js';
import { sliceUnit } from '../run/extract-runs.js';
import { samePath } from '../run/path.js';
import { rangeFor, shapeLength, shapeSpan } from '../run/run-range.js';
import { segmentsOf } from './segment.js';
import { assembleTarget, translationUnits, type UnitToTranslate } from './translation-unit.js';

/** One text that a translator must produce: a unit, or a segment of one. */
export interface SegmentToTranslate extends UnitToTranslate {
  /** Key of the unit that it is a part of. */
  readonly unitKey: string;
  /** Coordinate in the source of its unit at which it starts. */
  readonly start: number;
  /** Id of the segment of the source that it belongs to, if any. */
  readonly segment?: string;
}

/** Some content with its segments. */
export interface SegmentedRuns {
  readonly runs: Runs;
  readonly segments: readonly ReadonlySpan[];
}

/** Lists the texts to translate into a locale: the units of a source, cut at its segments. */
export function translationSegments(
  source: Runs,
  locale: LocaleId,
  spans: readonly ReadonlySpan[],
): readonly SegmentToTranslate[] {
  const units = translationUnits({ source }, locale);
  if (spans.length === 0) return units.map((unit) => ({ ...unit, unitKey: unit.key, start: 0 }));
  const segments = segmentsOf(source, { spans });
  return units.flatMap((unit) => cutUnit(unit, source, segments));
}

function cutUnit(unit: UnitToTranslate, source: Runs, segments: readonly SegmentUnit[]): readonly SegmentToTranslate[] {
  const cuts = segments.filter(({ path }) => samePath(path, unit.sourcePath));
  const owner = ownerOf(unit.sourcePath, source, segments);
  return cuts.map(({ id = owner, range, ignorable }, index) => {
    const { start, end } = shapeSpan(source, range);
    return {
      ...unit,
      key: cuts.length === 1 ? unit.key : `${unit.key}#${index}`,
      unitKey: unit.key,
      source: isolateCutPairs(sliceUnit(unit.source, start, end)),
      start,
      ignorable,
      ...(id !== undefined && { segment: id }),
    };
  });
}

/** Finds the segment of the top unit in which the plural or select of a form stands. */
function ownerOf([first]: Path, source: Runs, segments: readonly SegmentUnit[]): string | undefined {
  if (first === undefined) return undefined;
  const at = shapeLength(source.slice(0, first.run));
  return segments.find(({ path, range }) => {
    if (path.length > 0) return false;
    const { start, end } = shapeSpan(source, range);
    return start <= at && at < end;
  })?.id;
}

/**
 * Puts translated texts together, by their keys; one that was not given keeps its source. The segments of the source
 * are segments of the result.
 */
export function assembleSegments(
  source: Runs,
  locale: LocaleId,
  texts: readonly SegmentToTranslate[],
  translated: ReadonlyMap<string, Runs>,
): SegmentedRuns {
  const units = new Map<string, Run[]>();
  const marks: { readonly id: string; readonly ignorable: boolean; readonly start: number; readonly end: number }[] =
    [];
  let length = 0;
  for (const { key, unitKey, path, source: own, segment, ignorable } of texts) {
    const runs = translated.get(key) ?? own;
    const known = units.get(unitKey);
    if (known === undefined) units.set(unitKey, [...runs]);
    else for (const run of runs) known.push(run);
    if (path.length > 0) continue;
    const start = length;
    length += shapeLength(runs);
    if (segment !== undefined) marks.push({ id: segment, ignorable, start, end: length });
  }
  const target = rejoinCutPairs(assembleTarget({ source }, locale, units), source);
  const segments = marks.map(({ id, ignorable, start, end }) => ({
    id,
    range: rangeFor(target, undefined, start, end),
    props: ignorable ? { ignorable: 'true' } : {},
  }));
  return { runs: target, segments };
}
