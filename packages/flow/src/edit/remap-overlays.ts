import type { RunEdit } from '../contract/edit.js';
import type { Overlay, OverlaySpan } from '../contract/overlay.js';
import type { RunRange, Runs } from '../contract/run.js';
import type { Side } from '../contract/view.js';
import { sortSpans } from '../content/block/overlay.js';
import { pathText, topPath } from '../content/run/path.js';
import { overlayPolicy } from '../content/payload/payload.js';
import { shapeText } from '../content/text/projection.js';
import { inBounds, rangeFor, sameRange, shapeLength, shapeSpan, type ShapeSpan } from '../content/run/run-range.js';
import { matchUnits, type UnitMatch } from './match-units.js';
import { moveSpan, toTrack, type DropReason, type SpanPolicy, type Track } from './move-span.js';
import { markStale, type StaleFinding } from './stale-finding.js';
import { unitEdits } from './unit-edits.js';

/** A span that did not come through, by name and never by text. */
export interface DroppedSpan {
  readonly type: string;
  readonly variant: Side;
  readonly layer: string;
  readonly spanId: string;
  readonly reason: DropReason;
}

/** Kept, moved and dropped spans of one side. */
export interface RemapReport {
  readonly shifted: number;
  readonly stretched: number;
  /** Findings that stay without their position. */
  readonly stale: number;
  readonly dropped: readonly DroppedSpan[];
}

export interface Remapped {
  readonly overlays: Overlay[];
  readonly report: RemapReport;
}

/** Moves the spans of one side along with its edits; overlays of other sides stay as they are. */
export function remapOverlays(
  overlays: readonly Overlay[],
  oldRuns: Runs,
  newRuns: Runs,
  edits: readonly RunEdit[],
  side: Side = null,
): Remapped {
  if (!overlays.some(({ variant }) => variant === side)) return { overlays: [...overlays], report: nothing };
  const remap = new Remap(oldRuns, newRuns, edits);
  const moved = overlays.map((overlay) => (overlay.variant === side ? remap.overlay(overlay) : overlay));
  const remaining = markStale(moved, remap.stale).filter(
    (overlay) => overlay.variant !== side || holdsAnything(overlay),
  );
  const { shifted, stretched, stale, dropped } = remap;
  return { overlays: remaining, report: { shifted, stretched, stale: stale.length, dropped } };
}

const nothing: RemapReport = Object.freeze({ shifted: 0, stretched: 0, stale: 0, dropped: Object.freeze([]) });

function holdsAnything({ spans, value }: Overlay): boolean {
  return spans.length > 0 || value !== undefined;
}

/** A span with the unit and the coordinates it has in the old content. */
interface Placed extends ShapeSpan {
  readonly unit: string;
}

/** One rewriting of one side, with everything that its overlays share. */
class Remap {
  shifted = 0;
  stretched = 0;
  readonly dropped: DroppedSpan[] = [];
  readonly stale: StaleFinding[] = [];
  readonly #oldRuns: Runs;
  readonly #newRuns: Runs;
  readonly #matches: ReadonlyMap<string, UnitMatch>;
  readonly #tracks: ReadonlyMap<string, Track>;

  constructor(oldRuns: Runs, newRuns: Runs, edits: readonly RunEdit[]) {
    const byUnit = unitEdits(edits);
    this.#oldRuns = oldRuns;
    this.#newRuns = newRuns;
    this.#tracks = new Map([...byUnit].map(([key, list]) => [key, toTrack(list)]));
    this.#matches = new Map(matchUnits(oldRuns, newRuns, byUnit).map((match) => [pathText(match.oldPath), match]));
  }

  overlay(overlay: Overlay): Overlay {
    const policy = overlayPolicy(overlay.type);
    const placed = overlay.spans.map((span) => this.#place(span.range));
    const borders = startsByUnit(placed);
    const spans = overlay.spans.flatMap((span, index) => {
      const source = placed[index];
      const range = source === undefined ? span.range : this.#move(source, policy, borders.get(source.unit));
      if (typeof range !== 'string') return [this.#withRange(span, range)];
      const { type, variant, layer } = overlay;
      if (policy === 'finding') this.stale.push({ type, variant, layer, span });
      else this.dropped.push({ type, variant, layer, spanId: span.id, reason: range });
      return [];
    });
    return { ...overlay, spans: sortSpans(spans) };
  }

  /** `undefined` for a span over the whole side; one that is out of bounds has no length of its own. */
  #place(range: RunRange | undefined): Placed | undefined {
    if (range === undefined) return undefined;
    const unit = pathText(range.path);
    return inBounds(this.#oldRuns, range) ? { unit, ...shapeSpan(this.#oldRuns, range) } : { unit, start: -1, end: -1 };
  }

  #move(range: Placed, policy: SpanPolicy, borders: ReadonlySet<number> = new Set()): RunRange | DropReason {
    const match = this.#matches.get(range.unit);
    if (range.start < 0 || match === undefined) return 'bounds';
    if (match.now === undefined) return match.holderStays ? 'form-lost' : 'inside';
    const { path, runs } = match.now;
    if (match.replaced && shapeText(match.oldRuns) !== shapeText(runs)) return 'inside';
    const moved = moveSpan(range, this.#tracks.get(range.unit) ?? [], policy, borders);
    if (typeof moved === 'string') return moved;
    if (moved.end > shapeLength(runs)) return 'bounds';
    this.#count(range, moved);
    return rangeFor(this.#newRuns, path === topPath ? undefined : path, moved.start, moved.end);
  }

  #count(before: ShapeSpan, after: ShapeSpan): void {
    if (after.end - after.start !== before.end - before.start) this.stretched += 1;
    else if (after.start !== before.start) this.shifted += 1;
  }

  #withRange(span: OverlaySpan, range: RunRange | undefined): OverlaySpan {
    if (range === undefined || (span.range !== undefined && sameRange(span.range, range))) return span;
    return { ...span, range };
  }
}

/** Where spans start in each unit: text that comes in at such a place belongs to the span that starts there. */
function startsByUnit(placed: readonly (Placed | undefined)[]): ReadonlyMap<string, ReadonlySet<number>> {
  const starts = new Map<string, Set<number>>();
  for (const range of placed) {
    if (range === undefined || range.start === range.end) continue;
    const known = starts.get(range.unit);
    if (known === undefined) starts.set(range.unit, new Set([range.start]));
    else known.add(range.start);
  }
  return starts;
}
