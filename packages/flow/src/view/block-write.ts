import type { Block, Target, VariantText } from '../contract/block.js';
import type { RunEdit } from '../contract/edit.js';
import type { LossNote } from '../contract/loss.js';
import { LayerPrimary, OverlayType, type Overlay } from '../contract/overlay.js';
import type { Payload } from '../contract/payload.js';
import type { RunRange, Runs } from '../contract/run.js';
import type { ReadonlySpan, Side } from '../contract/view.js';
import { sortSpans } from '../content/block/overlay.js';
import { canonicalRange, endsRun } from '../content/run/run-range.js';
import { unitAt } from '../content/run/units.js';
import { isSameShape, opaqueSide } from '../edit/plan-side.js';
import { dropOverlays, droppedLoss } from '../edit/prepare-plan.js';
import { remapOverlays } from '../edit/remap-overlays.js';

/** Which overlay a write is about. */
export interface OverlayKey {
  readonly type: string;
  readonly variant: Side;
  readonly layer: string;
}

/** One write that a view keeps back. */
export type BlockWrite =
  | (OverlayKey & { readonly op: 'spans'; readonly spans: readonly ReadonlySpan[] })
  | (OverlayKey & { readonly op: 'overlay-value'; readonly value: Payload })
  | (OverlayKey & { readonly op: 'remove-overlay' })
  | { readonly op: 'annotation'; readonly key: string; readonly value: Payload | undefined }
  | { readonly op: 'property'; readonly key: string; readonly value: string | undefined }
  | TargetWrite
  | { readonly op: 'drop' };

/** A target to put or to take away, and its segments if somebody knows them. */
export interface TargetWrite {
  readonly op: 'target';
  readonly variant: VariantText;
  readonly target: Target | undefined;
  readonly segments?: readonly ReadonlySpan[];
}

/** Makes the write of a target; content without segments is told like content of which nobody knows them. */
export function toTargetWrite(
  variant: VariantText,
  target: Target,
  segments: readonly ReadonlySpan[] | undefined,
): TargetWrite {
  const write = { op: 'target', variant, target } as const;
  return segments === undefined || segments.length === 0 ? write : { ...write, segments };
}

/** Target of writes: a block, or a copy of its marks that may be discarded. */
export type Writable = Pick<Block, 'targets' | 'overlays' | 'annotations' | 'properties'> & { readonly source: Runs };

/**
 * Does what checked writes say and answers what it cost. Targets come first, because spans are about the content that
 * will be there. Overlays are replaced and never changed, so that copies of the list stay as they are.
 */
export function applyWrites(to: Writable, writes: readonly BlockWrite[]): readonly LossNote[] {
  let losses: LossNote[] | undefined;
  for (const write of writes) {
    if (write.op !== 'target') continue;
    const cost = putTarget(to, write);
    if (cost.length > 0) (losses ??= []).push(...cost);
  }
  for (const write of writes) putMark(to, write);
  return losses ?? none;
}

const none: readonly LossNote[] = [];

function putMark(to: Writable, write: BlockWrite): void {
  switch (write.op) {
    case 'spans':
      return putOverlay(to, write, { spans: ownSpans(to, write.variant, write.spans) });
    case 'overlay-value':
      return putOverlay(to, write, { value: write.value });
    case 'remove-overlay':
      return removeOverlay(to, write);
    case 'annotation':
      return putEntry(to.annotations, write.key, write.value);
    case 'property':
      return putEntry(to.properties, write.key, write.value);
    case 'target':
    case 'drop':
  }
}

function putEntry<T>(record: Record<string, T>, key: string, value: T | undefined): void {
  if (value === undefined) delete record[key];
  // A key that assigns a prototype must become a property like every other.
  else if (key === '__proto__')
    Object.defineProperty(record, key, { value, enumerable: true, writable: true, configurable: true });
  else record[key] = value;
}

function putOverlay(to: Writable, key: OverlayKey, change: Pick<Partial<Overlay>, 'spans' | 'value'>): void {
  const index = findOverlay(to.overlays, key);
  const { type, variant, layer } = key;
  const old = to.overlays[index];
  const spans = change.spans ?? old?.spans ?? [];
  const value = change.value ?? old?.value;
  if (spans.length === 0 && value === undefined) return removeOverlay(to, key);
  const overlay = value === undefined ? { type, variant, layer, spans } : { type, variant, layer, spans, value };
  if (index < 0) to.overlays.push(overlay);
  else to.overlays[index] = overlay;
}

function removeOverlay(to: Writable, key: OverlayKey): void {
  const index = findOverlay(to.overlays, key);
  if (index >= 0) to.overlays.splice(index, 1);
}

function findOverlay(overlays: readonly Overlay[], key: OverlayKey): number {
  if (overlays.length === 0) return -1;
  return overlays.findIndex((one) => isOverlay(one, key.type, key.variant, key.layer));
}

/** True when an overlay, or a write to one, is of that type, side and layer. */
export function isOverlay(one: OverlayKey, type: string, variant: Side, layer: string): boolean {
  return one.type === type && one.variant === variant && one.layer === layer;
}

/** Spans of the block's own, in order, with ranges in the form in which they are compared. */
function ownSpans(to: Writable, variant: Side, spans: readonly ReadonlySpan[]): Overlay['spans'] {
  const runs = (variant === null ? to.source : to.targets[variant]?.runs) ?? [];
  const own = spans.map((span) => {
    const copy = { ...span, props: { ...span.props } };
    if (copy.range !== undefined) copy.range = inCanonicalForm(runs, copy.range);
    return copy;
  });
  return own.length > 1 ? sortSpans(own) : own;
}

/** Ranges that the conversions made have that form already. */
function inCanonicalForm(runs: Runs, range: RunRange): RunRange {
  const unit = unitAt(runs, range.path) ?? [];
  const ends = endsRun(unit[range.startRun], range.startOffset) || endsRun(unit[range.endRun], range.endOffset);
  return ends ? canonicalRange(runs, range) : range;
}

function putTarget(to: Writable, { variant, target, segments }: TargetWrite): readonly LossNote[] {
  const old = Object.hasOwn(to.targets, variant) ? to.targets[variant] : undefined;
  putEntry(to.targets, variant, target);
  const segmentation: OverlayKey = { type: OverlayType.OverlaySegmentation, variant, layer: LayerPrimary };
  if (segments !== undefined) removeOverlay(to, segmentation);
  const losses = old === undefined ? none : moveMarks(to, variant, old, target);
  if (segments !== undefined) putOverlay(to, segmentation, { spans: ownSpans(to, variant, segments) });
  return losses;
}

function moveMarks(to: Writable, variant: VariantText, old: Target, target: Target | undefined): readonly LossNote[] {
  if (!to.overlays.some((overlay) => overlay.variant === variant)) return none;
  const { overlays, losses } =
    target === undefined ? without(to.overlays, variant) : follow(to.overlays, variant, old, target);
  to.overlays.splice(0, to.overlays.length, ...overlays);
  return losses;
}

function without(overlays: Overlay[], variant: VariantText): { overlays: Overlay[]; losses: LossNote[] } {
  const { kept, losses } = dropOverlays(overlays, variant);
  return { overlays: kept, losses };
}

/** Marks of a replaced target stay if its text does; of another text nobody knows the segments. */
function follow(
  all: Overlay[],
  variant: VariantText,
  old: Target,
  now: Target,
): { overlays: Overlay[]; losses: LossNote[] } {
  if (isSameShape(old.runs, now.runs)) return remapped(all, variant, old, now, []);
  const isCut = (overlay: Overlay) => overlay.type === OverlayType.OverlaySegmentation && overlay.variant === variant;
  const rest = all.filter((overlay) => !isCut(overlay));
  const { overlays, losses } = remapped(rest, variant, old, now, opaqueSide(old.runs, now.runs).edits);
  return { overlays, losses: [...dropOverlays(all.filter(isCut), variant).losses, ...losses] };
}

function remapped(
  all: Overlay[],
  variant: VariantText,
  old: Target,
  now: Target,
  edits: readonly RunEdit[],
): { overlays: Overlay[]; losses: LossNote[] } {
  const { overlays, report } = remapOverlays(all, old.runs, now.runs, edits, variant);
  return { overlays, losses: report.dropped.map(droppedLoss) };
}
