import type { Block } from '../../contract/block.js';
import { LayerPrimary, type Overlay, type OverlaySpan } from '../../contract/overlay.js';
import type { RunRange, Runs } from '../../contract/run.js';
import type { Side } from '../../contract/view.js';
import { compareCodePoints } from '../text/code-point.js';
import { comparePaths } from '../run/path.js';
import { inBounds } from '../run/run-range.js';

type SpanLike = Pick<OverlaySpan, 'id' | 'range'>;

/** The overlay of one type over one side, if the block has it. */
export function overlayOf(
  block: Pick<Block, 'overlays'>,
  type: string,
  side: Side,
  layer: string = LayerPrimary,
): Overlay | undefined {
  const { overlays } = block;
  for (let at = 0; at < overlays.length; at += 1) {
    const one = overlays[at] as Overlay;
    if (one.type === type && one.variant === side && one.layer === layer) return one;
  }
  return undefined;
}

/** The content of one side; nothing when there is no such target. */
export function sideRuns(block: Block, side: Side): Runs | undefined {
  if (side === null) return block.source;
  return Object.hasOwn(block.targets, side) ? block.targets[side]?.runs : undefined;
}

/** Puts spans in order, in place: by unit, start, longer first, id. Ranges are expected in canonical form. */
export function sortSpans<S extends SpanLike>(spans: S[]): S[] {
  // Spans are nearly always found from left to right.
  return isSorted(spans) ? spans : spans.sort(compareSpans);
}

function isSorted(spans: readonly SpanLike[]): boolean {
  for (let at = 1; at < spans.length; at += 1) {
    if (compareSpans(spans[at - 1] as SpanLike, spans[at] as SpanLike) > 0) return false;
  }
  return true;
}

/** The order of spans; those of the whole side come first. */
export function compareSpans(a: SpanLike, b: SpanLike): number {
  if (a.range === undefined || b.range === undefined) {
    return Number(a.range !== undefined) - Number(b.range !== undefined) || compareCodePoints(a.id, b.id);
  }
  return compareRanges(a.range, b.range) || compareCodePoints(a.id, b.id);
}

function compareRanges(a: RunRange, b: RunRange): number {
  return (
    comparePaths(a.path, b.path) ||
    a.startRun - b.startRun ||
    a.startOffset - b.startOffset ||
    b.endRun - a.endRun ||
    b.endOffset - a.endOffset
  );
}

/** True when every span lies in the content; one without a range always does. */
export function spansInBounds(runs: Runs, spans: readonly SpanLike[]): boolean {
  return spans.every(({ range }) => range === undefined || inBounds(runs, range));
}

/** True when every span over the source lies in it. */
export function sourceOverlaysInBounds(block: Block): boolean {
  return block.overlays.every(({ variant, spans }) => variant !== null || spansInBounds(block.source, spans));
}
