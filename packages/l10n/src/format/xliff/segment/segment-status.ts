import { targetStatuses, type Runs, type TargetStatus } from '@helve/flow';
import { isOnlySpaceAndCodes, shapeText, sliceUnit } from '@helve/flow/content';
import type { SegmentSpan } from '../inline-draft.js';
import type { XliffTarget } from '../read-unit.js';

/** State of one segment of a target as its file tells it. */
export interface SegmentFacts {
  readonly status: TargetStatus;
  /** True when an empty segment waits for its translation; in a finished one nothing is meant. */
  readonly isUntouched: boolean;
}

/**
 * Tells the segments of a target apart: the whole is as far as the segment that has come least far, and new while one
 * has no translation; segments that differ from that keep their own status.
 */
export function withSegmentStatus(
  source: Runs,
  segments: readonly SegmentSpan[],
  target: XliffTarget,
  factsOf: (id: string) => SegmentFacts,
): XliffTarget {
  if (segments.length === 0 || target.segments.length === 0) return target;
  const filled = new Set(target.segments.filter((span) => hasText(target.runs, span)).map(({ id }) => id));
  const isOpen = (id: string): boolean => !filled.has(id) && factsOf(id).isUntouched;
  const worded = segments.filter(
    ({ start, end, ignorable }) => !ignorable && !isOnlySpaceAndCodes(sliceUnit(source, start, end)),
  );
  const status = lowestStatus(worded.map(({ id }) => (isOpen(id) ? 'new' : factsOf(id).status))) ?? target.status;
  const spans = target.segments.map((span) => {
    const own = span.ignorable || isOpen(span.id) ? status : factsOf(span.id).status;
    return own === status ? span : { ...span, status: own };
  });
  return { ...target, status, segments: spans };
}

/** Returns the status of whatever has come least far. */
export function lowestStatus(statuses: readonly TargetStatus[]): TargetStatus | undefined {
  return targetStatuses.find((status) => statuses.includes(status));
}

function hasText(runs: Runs, { start, end }: SegmentSpan): boolean {
  return shapeText(sliceUnit(runs, start, end)).trim() !== '';
}
