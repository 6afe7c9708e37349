import { targetStatuses, type TargetStatus, type VariantText } from '../../contract/block.js';
import { OverlayType } from '../../contract/overlay.js';
import type { Run, Runs } from '../../contract/run.js';
import type { ReadonlySpan, SegmentUnit } from '../../contract/view.js';
import { rejoinCutPairs } from '../run/cut-pairs.js';
import { sliceUnit } from '../run/extract-runs.js';
import { normaliseRuns } from '../run/normalise-runs.js';
import { rangeFor, shapeLength, shapeSpan } from '../run/run-range.js';
import { shapeText } from '../text/projection.js';
import { PieceList } from './piece-list.js';
import { isOnlySpaceAndCodes, segmentsOf } from './segment.js';
import { spanStatus, type BlockSides } from './segment-pair.js';
import type { SegmentedRuns } from './segment-unit.js';

/** The translation of one segment. */
export interface FilledSegment {
  readonly runs: Runs;
  readonly status: TargetStatus;
}

/** A target with its segments; its status is that of the segment that has come least far. */
export interface FilledTarget extends SegmentedRuns {
  readonly status: TargetStatus;
}

/** One part of a target: a segment, or what stands between two. */
interface Piece {
  readonly runs: Runs;
  readonly id?: string;
  readonly ignorable?: boolean;
  readonly status?: TargetStatus;
}

/**
 * Puts translations into segments of a target, by their ids; its other segments stay. Nothing if the target has its
 * segments in another order than the source.
 *
 *     source   One. | Two. | Three.
 *     target   Eins. |      |               made: Two. = Zwei.
 *     result   Eins. | Zwei. |
 */
export function fillSegments(
  sides: BlockSides,
  variant: VariantText,
  made: ReadonlyMap<string, FilledSegment>,
): FilledTarget | undefined {
  const spans = sides.overlays(OverlayType.OverlaySegmentation, null);
  const sources = segmentsOf(sides.source, { spans }).filter(({ path }) => path.length === 0);
  const existing = new ExistingPieces(sides, variant);
  if (!existing.follows(sources)) return undefined;
  const list = new PieceList<Piece>();
  for (const source of sources) addPiece(list, source, made, existing);
  const pieces = list.end(asGap(existing.tail));
  const worded = sources.filter(
    ({ id, ignorable, runs }) => id !== undefined && !ignorable && !isOnlySpaceAndCodes(runs),
  );
  return joinPieces(pieces, sides.source, lowestOf(worded, pieces));
}

/** The segments of a target as they are, and the text in front of each. */
class ExistingPieces {
  readonly #pieces = new Map<string, Piece>();
  readonly #before = new Map<string, Runs>();
  readonly tail: Runs = [];

  constructor(sides: BlockSides, variant: VariantText) {
    const target = sides.target(variant);
    if (target === undefined) return;
    let at = 0;
    for (const span of sides.overlays(OverlayType.OverlaySegmentation, variant)) {
      const { start, end } = toShapeSpan(target.runs, span);
      if (start < at) continue;
      this.#before.set(span.id, sliceUnit(target.runs, at, start));
      const status = spanStatus(span, target.status);
      this.#pieces.set(span.id, { id: span.id, runs: sliceUnit(target.runs, start, end), status });
      at = end;
    }
    this.tail = sliceUnit(target.runs, at, shapeLength(target.runs));
  }

  /** True when the segments stand in the order of the source. */
  follows(sources: readonly SegmentUnit[]): boolean {
    const ids = [...this.#pieces.keys()];
    let at = 0;
    for (const { id } of sources) if (id !== undefined && id === ids[at]) at += 1;
    return at === ids.length;
  }

  piece(id: string): Piece | undefined {
    return this.#pieces.get(id);
  }

  before(id: string): Runs {
    return this.#before.get(id) ?? [];
  }
}

function toShapeSpan(runs: Runs, { range }: ReadonlySpan): { readonly start: number; readonly end: number } {
  return range === undefined ? { start: 0, end: shapeLength(runs) } : shapeSpan(runs, range);
}

function addPiece(
  list: PieceList<Piece>,
  { id, ignorable, runs }: SegmentUnit,
  made: ReadonlyMap<string, FilledSegment>,
  existing: ExistingPieces,
): void {
  if (id === undefined) return list.gap({ runs });
  const own = made.get(id) ?? existing.piece(id);
  if (own === undefined) {
    const isCopied = ignorable || isOnlySpaceAndCodes(runs);
    return isCopied ? list.gap({ runs, id, ignorable }) : list.empty();
  }
  const piece = { ...own, id, ignorable };
  const before = asGap(existing.before(id));
  return shapeText(own.runs) === '' ? list.empty(piece, before) : list.text(piece, before);
}

function asGap(runs: Runs): Piece | undefined {
  return runs.length === 0 ? undefined : { runs };
}

function lowestOf(sources: readonly SegmentUnit[], pieces: readonly Piece[]): TargetStatus {
  const statuses = new Map(pieces.map(({ id, status }) => [id, status]));
  const ranks = sources.map(({ id }) => targetStatuses.indexOf(statuses.get(id) ?? 'new'));
  return targetStatuses[Math.min(...ranks)] ?? 'new';
}

function joinPieces(pieces: readonly Piece[], source: Runs, whole: TargetStatus): FilledTarget {
  const runs: Run[] = [];
  const marks: { readonly piece: Piece & { readonly id: string }; readonly start: number; readonly end: number }[] = [];
  let length = 0;
  for (const piece of pieces) {
    for (const run of piece.runs) runs.push(run);
    const start = length;
    length += shapeLength(piece.runs);
    if (piece.id !== undefined) marks.push({ piece: { ...piece, id: piece.id }, start, end: length });
  }
  const target = rejoinCutPairs(normaliseRuns(runs), source);
  const segments = marks.map(({ piece: { id, ignorable = false, status = whole }, start, end }) => ({
    id,
    range: rangeFor(target, undefined, start, end),
    props: ignorable ? { ignorable: 'true' } : status === whole ? {} : { status },
  }));
  return { runs: target, segments, status: whole };
}
