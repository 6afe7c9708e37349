import { targetStatuses, type Block, type TargetStatus, type VariantText } from '../../contract/block.js';
import { OverlayType } from '../../contract/overlay.js';
import type { Runs } from '../../contract/run.js';
import type { BlockView, ReadonlySpan } from '../../contract/view.js';
import { sliceUnit } from '../run/extract-runs.js';
import { shapeText } from '../text/projection.js';
import { shapeLength, shapeSpan } from '../run/run-range.js';
import { overlayOf } from './overlay.js';
import { isOnlySpaceAndCodes, segmentsOf } from './segment.js';

/** The content of a block and the marks over it, as views show them. */
export type BlockSides = Pick<BlockView, 'source' | 'target' | 'overlays' | 'property'>;

/** A segment of a source, with the part of a target that translates it. */
export interface SegmentPair {
  readonly id: string;
  readonly ignorable: boolean;
  readonly source: Runs;
  /** Undefined where the target has no such segment. */
  readonly target: Runs | undefined;
  readonly status: TargetStatus;
}

/** Shows a block outside of a step like a view. */
export function blockSides({ source, targets, overlays, properties }: Block): BlockSides {
  return {
    source,
    target: (variant) => (Object.hasOwn(targets, variant) ? targets[variant] : undefined),
    overlays: (type, side, layer) => overlayOf({ overlays }, type, side, layer)?.spans ?? [],
    property: (key) => (Object.hasOwn(properties, key) ? properties[key] : undefined),
  };
}

/** The status of one segment of a target: its own, or else that of the whole. */
export function spanStatus({ props }: Pick<ReadonlySpan, 'props'>, whole: TargetStatus): TargetStatus {
  return targetStatuses.find((status) => status === props['status']) ?? whole;
}

/**
 * Pairs the segments of a source with those of a target by their ids, in the order of the source. There are none unless
 * both sides have the same ones, or the target tells the status of its own: then the others are not translated yet.
 */
export function segmentPairs(sides: BlockSides, variant: VariantText): readonly SegmentPair[] {
  const target = sides.target(variant);
  const spans = sides.overlays(OverlayType.OverlaySegmentation, variant);
  if (target === undefined || spans.length === 0) return [];
  const sources = topSegments(sides);
  if (!arePaired(sources, spans)) return [];
  const byId = new Map(spans.map((span) => [span.id, span]));
  return sources.map(({ id, ignorable, runs }) => {
    const span = byId.get(id);
    return {
      id,
      ignorable,
      source: runs,
      target: span && spanRuns(target.runs, span),
      status: span === undefined ? target.status : spanStatus(span, target.status),
    };
  });
}

interface NamedSegment {
  readonly id: string;
  readonly ignorable: boolean;
  readonly runs: Runs;
}

/** Lists the segments of a source outside of plural forms; a gap is none. */
function topSegments(sides: BlockSides): readonly NamedSegment[] {
  const spans = sides.overlays(OverlayType.OverlaySegmentation, null);
  if (spans.length === 0) return [];
  return segmentsOf(sides.source, { spans }).flatMap(({ id, path, ignorable, runs }) =>
    id === undefined || path.length > 0 ? [] : [{ id, ignorable, runs }],
  );
}

function arePaired(sources: readonly NamedSegment[], targets: readonly ReadonlySpan[]): boolean {
  const ids = new Set(sources.map(({ id }) => id));
  if (!targets.every(({ id }) => ids.has(id))) return false;
  const have = new Set(targets.map(({ id }) => id));
  return (
    targets.some(({ props }) => props['status'] !== undefined) ||
    sources.every(({ id, ignorable }) => ignorable || have.has(id))
  );
}

/** The content of a span outside of plural forms. */
export function spanRuns(runs: Runs, { range }: Pick<ReadonlySpan, 'range'>): Runs {
  const { start, end } = range === undefined ? { start: 0, end: shapeLength(runs) } : shapeSpan(runs, range);
  return sliceUnit(runs, start, end);
}

/** True for a segment that waits for its translation: there are words in the source and nothing in the target. */
export function isOpenSegment({ ignorable, source, target = [], status }: SegmentPair): boolean {
  return !ignorable && status === 'new' && !isOnlySpaceAndCodes(source) && shapeText(target).trim() === '';
}

/** True for a target of which some segments are translated and others are not. */
export function isPartialTarget(sides: BlockSides, variant: VariantText): boolean {
  if (sides.target(variant)?.status !== 'new') return false;
  const pairs = segmentPairs(sides, variant);
  return pairs.some(isOpenSegment) && pairs.some(({ ignorable, status }) => !ignorable && status !== 'new');
}
