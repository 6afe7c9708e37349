import type { Overlay, Runs } from '@helve/flow';
import { shapeLength, shapeSpan, sliceUnit } from '@helve/flow/content';

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
