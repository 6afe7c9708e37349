import type { Overlay } from '../../contract/overlay.js';
import type { Runs } from '../../contract/run.js';
import type { ReadonlySpan, SegmentUnit, Unit } from '../../contract/view.js';
import { sliceUnit } from '../run/extract-runs.js';
import { compareSpans } from './overlay.js';
import { samePath } from '../run/path.js';
import { shapeText } from '../text/projection.js';
import { rangeFor, shapeLength, shapeSpan, type ShapeSpan } from '../run/run-range.js';
import { units } from '../run/units.js';

/** A segmentation as far as cutting needs it. */
export interface Segmentation {
  readonly spans: Overlay['spans'] | readonly ReadonlySpan[];
}

interface Stretch extends ShapeSpan {
  readonly id?: string;
  /** Undefined where no span sets it: then the content decides. */
  readonly ignorable?: boolean;
}

const SPACE = 0x20;
const DELETE = 0x7f;
const onlySpaceAndCodes = /^[\p{White_Space}\ufffc]*$/u;

/** True for content that is copied as it is: white space and codes, no words. */
export function isOnlySpaceAndCodes(unit: Runs): boolean {
  const text = shapeText(unit);
  const first = text.charCodeAt(0);
  // Most text begins with a sign of ASCII, and a pattern takes longer to ask.
  return (first <= SPACE || first >= DELETE || text === '') && onlySpaceAndCodes.test(text);
}

/** True when there is anything to translate: words in the content itself, or in one of its forms. */
export function hasWords(runs: Runs): boolean {
  return units(runs).some((unit) => !isOnlySpaceAndCodes(unit.runs));
}

/**
 * Every unit of some content cut into segments, which together are the whole unit. What no span covers is a segment of
 * its own, and one to copy when there are no words in it.
 */
export function segmentsOf(runs: Runs, overlay?: Segmentation): readonly SegmentUnit[] {
  if (overlay === undefined) {
    return units(runs).map((unit) => toSegment(runs, unit, { start: 0, end: shapeLength(unit.runs) }));
  }
  return units(runs).flatMap((unit) => {
    const stretches = listStretches(runs, unit, overlay);
    return withGaps(stretches, shapeLength(unit.runs)).map((stretch) => toSegment(runs, unit, stretch));
  });
}

function listStretches(runs: Runs, unit: Unit, overlay: Segmentation): readonly Stretch[] {
  return overlay.spans
    .filter(({ range }) => range === undefined || samePath(range.path, unit.path))
    .toSorted(compareSpans)
    .map(({ id, range, props }) => {
      const span = range === undefined ? { start: 0, end: shapeLength(unit.runs) } : shapeSpan(runs, range);
      return { ...span, id, ignorable: props['ignorable'] === 'true' };
    });
}

/** Spans in order with what lies between them; of two that overlap the first one counts. */
function withGaps(stretches: readonly Stretch[], length: number): readonly Stretch[] {
  const result: Stretch[] = [];
  let at = 0;
  for (const stretch of stretches) {
    if (stretch.start < at || stretch.end <= stretch.start) continue;
    if (stretch.start > at) result.push({ start: at, end: stretch.start });
    result.push(stretch);
    at = stretch.end;
  }
  if (at < length || result.length === 0) result.push({ start: at, end: length });
  return result;
}

function toSegment(runs: Runs, { path, runs: unit }: Unit, { id, start, end, ignorable }: Stretch): SegmentUnit {
  const coversUnit = start === 0 && end === shapeLength(unit);
  const content = coversUnit ? unit : sliceUnit(unit, start, end);
  return {
    ...(id !== undefined && { id }),
    path,
    runs: content,
    range: rangeFor(runs, path, start, end),
    ignorable: ignorable ?? isOnlySpaceAndCodes(content),
  };
}
