import type { RunEdit } from '../contract/edit.js';
import { shapeLength, type ShapeSpan } from '../content/run/run-range.js';

/** Why a span did not come through an edit. */
export type DropReason = 'contains' | 'equal' | 'inside' | 'partial' | 'emptied' | 'bounds' | 'form-lost' | 'opaque';

/** The behavior of spans under an edit: containers grow and shrink with it, marks and findings only move. */
export type SpanPolicy = 'container' | 'mark' | 'finding';

/** An edit as far as places are concerned. */
interface Step extends ShapeSpan {
  readonly newLength: number;
  readonly keepsMeaning: boolean;
  /** Total shift by all edits before this one. */
  readonly before: number;
}

/** The edits of one unit, ready to move many spans. */
export type Track = readonly Step[];

export function toTrack(edits: readonly RunEdit[]): Track {
  let before = 0;
  return edits.map(({ start, end, replacement, keepsMeaning = false }) => {
    const newLength = shapeLength(replacement);
    const step = { start, end, newLength, keepsMeaning, before };
    before += newLength - (end - start);
    return step;
  });
}

/** Computes the range of a span after the edits, or the reason why it is dropped. `borders` are the positions at which its siblings start. */
export function moveSpan(
  span: ShapeSpan,
  track: Track,
  policy: SpanPolicy,
  borders: ReadonlySet<number>,
): ShapeSpan | DropReason {
  const first = firstTouching(track, span.start);
  for (let index = first; index < track.length; index += 1) {
    const step = track[index];
    if (step === undefined || step.start > span.end) break;
    const reason = step.keepsMeaning ? undefined : overlap(span, step);
    if (reason !== undefined && !(policy === 'container' && reason === 'contains')) return reason;
  }
  const start = moveStart(span, track, first, policy);
  const end = span.start === span.end ? start : moveEnd(span.end, track, first, policy, borders);
  return start >= end && span.start < span.end ? 'emptied' : { start, end };
}

/** The first edit that does not end before a place. */
function firstTouching(track: Track, position: number): number {
  let [low, high] = [0, track.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((track[middle]?.end ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Positions of a span relative to an edit that it overlaps:
 *
 *     span      [-----]    [-----]    [-----]     [---]
 *     edit        (-)      (-----)       (----)   (-----)
 *               contains    equal      partial    inside
 */
function overlap(span: ShapeSpan, edit: ShapeSpan): DropReason | undefined {
  if (edit.start >= span.end || edit.end <= span.start) {
    return span.start === span.end && edit.start < span.start && span.start < edit.end ? 'inside' : undefined;
  }
  if (edit.start === span.start && edit.end === span.end) return 'equal';
  if (span.start <= edit.start && edit.end <= span.end) return 'contains';
  return edit.start <= span.start && span.end <= edit.end ? 'inside' : 'partial';
}

/** An insertion at the start goes into a container, and shifts everything else. */
function moveStart({ start, end }: ShapeSpan, track: Track, first: number, policy: SpanPolicy): number {
  let moved = start + shiftBefore(track, first);
  for (let index = first; index < track.length; index += 1) {
    const step = track[index];
    if (step === undefined || step.start > start || (step.start === start && step.end > start)) break;
    if (step.end > start) return moveInto(step, start);
    const joins = step.start === step.end && step.start === start && includes(step, policy) && start < end;
    if (!joins) moved = start + shiftAfter(step);
  }
  return moved;
}

/** An insertion at the end goes into a container, unless another span starts there. */
function moveEnd(end: number, track: Track, first: number, policy: SpanPolicy, borders: ReadonlySet<number>): number {
  let moved = end + shiftBefore(track, first);
  for (let index = first; index < track.length; index += 1) {
    const step = track[index];
    if (step === undefined || step.start > end || (step.start === end && step.end > end)) break;
    if (step.end > end) return moveInto(step, end);
    const leaves = step.start === step.end && step.start === end && (!includes(step, policy) || borders.has(end));
    if (!leaves) moved = end + shiftAfter(step);
  }
  return moved;
}

function includes(step: Step, policy: SpanPolicy): boolean {
  return policy === 'container' || step.keepsMeaning;
}

/** A boundary inside an edit that keeps meaning stays as far behind its start as the new text is long. */
function moveInto({ start, before, newLength }: Step, position: number): number {
  return start + before + Math.min(position - start, newLength);
}

function shiftAfter({ start, end, newLength, before }: Step): number {
  return before + newLength - (end - start);
}

function shiftBefore(track: Track, index: number): number {
  const earlier = track[index - 1];
  return earlier === undefined ? 0 : shiftAfter(earlier);
}
