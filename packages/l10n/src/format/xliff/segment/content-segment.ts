import type { Overlay, Run, Runs } from '@helve/flow';
import { isOnlySpaceAndCodes, shapeLength, shapeSpan, sliceUnit } from '@helve/flow/content';

/** A part of content: a segment with its id, or the gap between two. */
export interface ContentSegment {
  readonly id?: string;
  readonly ignorable: boolean;
  readonly runs: Runs;
}

/** Splits content at its segments, in order; those that overlap another are left out. */
export function contentSegments(runs: Runs, overlay: Overlay | undefined): readonly ContentSegment[] {
  const length = shapeLength(runs);
  const spans = (overlay?.spans ?? [])
    .map(({ id, range, props }) => ({
      id,
      ignorable: props['ignorable'] === 'true',
      ...(range ? shapeSpan(runs, range) : { start: 0, end: length }),
    }))
    .filter(({ start, end }) => start <= end)
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  const segments: ContentSegment[] = [];
  let at = 0;
  for (const { id, ignorable, start, end } of spans) {
    if (start < at) continue;
    if (start > at) segments.push({ ignorable: false, runs: sliceUnit(runs, at, start) });
    segments.push({ id, ignorable, runs: sliceUnit(runs, start, end) });
    at = end;
  }
  if (at < length) segments.push({ ignorable: false, runs: sliceUnit(runs, at, length) });
  return segments;
}

/** Takes off the codes at both ends of a target that its source has outside of its segments. */
export function withoutEdges(
  target: Runs,
  source: readonly ContentSegment[],
): { readonly head: Runs; readonly body: Runs; readonly tail: Runs } {
  const first = source.findIndex(({ id }) => id !== undefined);
  const last = source.findLastIndex(({ id }) => id !== undefined);
  const before = codeKeys(source.slice(0, first).flatMap(({ runs }) => runs));
  const after = codeKeys(source.slice(last + 1).flatMap(({ runs }) => runs)).toReversed();
  const start = commonLength(before, target.map(codeKey));
  const end = commonLength(after, target.slice(start).map(codeKey).toReversed());
  return {
    head: target.slice(0, start),
    body: target.slice(start, target.length - end),
    tail: target.slice(target.length - end),
  };
}

function codeKeys(runs: Runs): readonly string[] {
  return runs.flatMap((run) => codeKey(run) ?? []);
}

function codeKey(run: Run): string | undefined {
  return 'id' in run ? `${run.kind} ${run.id}` : undefined;
}

function commonLength(one: readonly string[], other: readonly (string | undefined)[]): number {
  const length = one.findIndex((key, at) => key !== other[at]);
  return length < 0 ? one.length : length;
}

/** Puts words that are in no segment into the one before them, or into the first one. */
export function withLooseWords(segments: readonly ContentSegment[]): readonly ContentSegment[] {
  const joined: ContentSegment[] = [];
  let loose: Runs = [];
  for (const segment of segments) {
    const last = joined.findLastIndex(({ id }) => id !== undefined);
    if (segment.id !== undefined) {
      joined.push({ ...segment, runs: [...loose, ...segment.runs] });
      loose = [];
    } else if (isOnlySpaceAndCodes(segment.runs)) joined.push(segment);
    else if (last === joined.length - 1 && last >= 0) {
      const before = joined.pop();
      if (before) joined.push({ ...before, runs: [...before.runs, ...segment.runs] });
    } else loose = segment.runs;
  }
  return loose.length === 0 ? joined : segments;
}
