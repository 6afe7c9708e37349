import type { Block, DisplayHint, LocaleId, Target, VariantText } from '../contract/block.js';
import { LayerPrimary, OverlayType } from '../contract/overlay.js';
import type { Payload } from '../contract/payload.js';
import type { Runs } from '../contract/run.js';
import type { BlockView, ReadonlySpan, SegmentUnit, Side } from '../contract/view.js';
import { findSide } from '../content/block/block.js';
import { contentHash } from '../content/block/identity.js';
import { overlayOf } from '../content/block/overlay.js';
import { runsText } from '../content/text/projection.js';
import { segmentsOf } from '../content/block/segment.js';
import type { EditContext } from '../edit/edit-context.js';
import { isOverlay, type BlockWrite, type TargetWrite } from './block-write.js';
import type { Production } from './production.js';

/** A pending change of a view: a write, or a target that is built unit by unit. */
export type Pending = BlockWrite | Production;

/** A view that has been closed, with what is to be done. */
export interface ClosedView {
  readonly block: Block;
  readonly context: EditContext;
  readonly pending: readonly Pending[] | undefined;
}

/** A block as `annotate` and `transform` see it; `settle` does what was written. */
export function newBlockView(block: Block, context: EditContext): BlockView {
  return new BufferedView(block, context);
}

/** Reads the block through its own writes. Nothing is allocated for a block to which nothing is written. */
export class BufferedView implements BlockView {
  readonly #block: Block;
  readonly #context: EditContext;
  #pending: Pending[] | undefined;
  #open = true;

  constructor(block: Block, context: EditContext) {
    this.#block = block;
    this.#context = context;
  }

  /** Ends the time in which a view may be written to. */
  static close(view: BlockView): ClosedView {
    if (!(view instanceof BufferedView)) throw new TypeError('Cannot settle a view: it was not made by newBlockView');
    view.#open = false;
    return { block: view.#block, context: view.#context, pending: view.#pending };
  }

  get id(): string {
    return this.#shown(this.#block.id);
  }

  get name(): string {
    return this.#shown(this.#block.name);
  }

  get type(): string {
    return this.#block.type;
  }

  get translatable(): boolean {
    return this.#block.translatable;
  }

  get preserveWhitespace(): boolean {
    return this.#block.preserveWhitespace;
  }

  get sourceLocale(): LocaleId {
    return this.#block.sourceLocale;
  }

  get source(): Runs {
    return this.#block.source;
  }

  get displayHint(): DisplayHint | undefined {
    const { displayHint } = this.#block;
    const { shown } = this.#context;
    return displayHint && shown ? shownHint(displayHint, shown) : displayHint;
  }

  get contentHash(): string {
    return contentHash(this.#block);
  }

  get variants(): readonly VariantText[] {
    const own = Object.keys(this.#block.targets);
    if (this.#pending === undefined) return own;
    const variants = new Set(own);
    for (const write of this.#pending) {
      if (write.op !== 'target') continue;
      if (write.target === undefined) variants.delete(write.variant);
      else variants.add(write.variant);
    }
    return [...variants];
  }

  target(variant: VariantText): Target | undefined {
    const write = this.#pending && lastTarget(this.#pending, variant);
    if (write?.op === 'target') return write.target;
    return Object.hasOwn(this.#block.targets, variant) ? this.#block.targets[variant] : undefined;
  }

  text(locale: LocaleId): string {
    return runsText(this.#runs(findSide(this.#block, locale)) ?? []);
  }

  hasLocale(locale: LocaleId): boolean {
    return (this.#runs(findSide(this.#block, locale))?.length ?? 0) > 0;
  }

  units(side: Side, layer: string = LayerPrimary): readonly SegmentUnit[] {
    const runs = this.#runs(side);
    if (runs === undefined) return [];
    return segmentsOf(runs, { spans: this.overlays(OverlayType.OverlaySegmentation, side, layer) });
  }

  overlays(type: string, side: Side, layer: string = LayerPrimary): readonly ReadonlySpan[] {
    const write = this.#pending && findLast(this.#pending, 'spans', type, side, layer);
    if (write?.op === 'target') return write.segments ?? [];
    if (write !== undefined) return write.op === 'spans' ? write.spans : [];
    return overlayOf(this.#block, type, side, layer)?.spans ?? [];
  }

  overlayValue(type: string, side: Side, layer: string = LayerPrimary): Payload | undefined {
    const write = this.#pending && findLast(this.#pending, 'overlay-value', type, side, layer);
    if (write !== undefined) return write.op === 'overlay-value' ? write.value : undefined;
    return overlayOf(this.#block, type, side, layer)?.value;
  }

  annotation(key: string): Payload | undefined {
    const write = this.#pending && lastEntry(this.#pending, 'annotation', key);
    if (write?.op === 'annotation') return write.value;
    return Object.hasOwn(this.#block.annotations, key) ? this.#block.annotations[key] : undefined;
  }

  get annotationKeys(): readonly string[] {
    const own = Object.keys(this.#block.annotations);
    if (this.#pending === undefined) return own;
    const keys = new Set(own);
    for (const write of this.#pending) if (write.op === 'annotation') keys.add(write.key);
    return [...keys].filter((key) => this.annotation(key) !== undefined);
  }

  property(key: string): string | undefined {
    const write = this.#pending && lastEntry(this.#pending, 'property', key);
    if (write?.op === 'property') return write.value;
    return Object.hasOwn(this.#block.properties, key) ? this.#block.properties[key] : undefined;
  }

  get propertyKeys(): readonly string[] {
    const own = Object.keys(this.#block.properties);
    if (this.#pending === undefined) return own;
    const keys = new Set(own);
    for (const write of this.#pending) if (write.op === 'property') keys.add(write.key);
    return [...keys].filter((key) => this.property(key) !== undefined);
  }

  putSpans(type: string, side: Side, spans: readonly ReadonlySpan[], layer: string = LayerPrimary): void {
    this.write({ op: 'spans', type, variant: side, layer, spans: [...spans] });
  }

  setOverlayValue(type: string, side: Side, value: Payload, layer: string = LayerPrimary): void {
    this.write({ op: 'overlay-value', type, variant: side, layer, value });
  }

  removeOverlay(type: string, side: Side, layer: string = LayerPrimary): void {
    this.write({ op: 'remove-overlay', type, variant: side, layer });
  }

  setAnnotation(key: string, value: Payload): void {
    this.write({ op: 'annotation', key, value });
  }

  removeAnnotation(key: string): void {
    this.write({ op: 'annotation', key, value: undefined });
  }

  setProperty(key: string, value: string | null): void {
    this.write({ op: 'property', key, value: value ?? undefined });
  }

  drop(): void {
    this.write({ op: 'drop' });
  }

  /** Keeps a write back until the view is settled. */
  protected write(write: Pending): void {
    if (!this.#open) throw new TypeError(`Cannot write to block "${this.id}": its handler has returned`);
    if (this.#pending === undefined) this.#pending = [write];
    else this.#pending.push(write);
  }

  #runs(side: Side): Runs | undefined {
    return side === null ? this.#block.source : this.target(side)?.runs;
  }

  #shown(text: string): string {
    return this.#context.shown?.(text) ?? text;
  }
}

// Searches stand apart from the readers above: a function that holds a closure pays for it at every call.

function lastTarget(pending: readonly Pending[], variant: VariantText): Pending | undefined {
  return pending.findLast((one) => one.op === 'target' && one.variant === variant);
}

function lastEntry(pending: readonly Pending[], op: 'annotation' | 'property', key: string): Pending | undefined {
  return pending.findLast((one) => one.op === op && one.key === key);
}

function findLast(
  pending: readonly Pending[],
  op: 'spans' | 'overlay-value',
  type: string,
  side: Side,
  layer: string,
): Pending | undefined {
  return pending.findLast((one) => {
    if (one.op === 'target') return op === 'spans' && one.segments !== undefined && isCutOf(one, type, side, layer);
    return (one.op === op || one.op === 'remove-overlay') && isOverlay(one, type, side, layer);
  });
}

/** True when an overlay is about the segments of that target. */
function isCutOf({ variant }: TargetWrite, type: string, side: Side, layer: string): boolean {
  return type === OverlayType.OverlaySegmentation && side === variant && layer === LayerPrimary;
}

/** A hint as it may be told; the very object where nothing is concealed. */
export function shownHint(hint: DisplayHint, shown: (text: string) => string): DisplayHint {
  const { preview = '', context = '' } = hint;
  const masked = { preview: shown(preview), context: shown(context) };
  if (masked.preview === preview && masked.context === context) return hint;
  return {
    ...hint,
    ...(preview === '' ? {} : { preview: masked.preview }),
    ...(context === '' ? {} : { context: masked.context }),
  };
}
