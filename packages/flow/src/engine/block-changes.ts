import { isDeepStrictEqual } from 'node:util';
import { overlayOf } from '../content/overlay.js';
import type { Block, VariantText } from '../contract/block.js';
import type { Overlay } from '../contract/overlay.js';
import type { Side } from '../contract/view.js';

/** Which overlay: there is one per type, side and layer. */
export interface OverlayKey {
  readonly type: string;
  readonly side: Side;
  readonly layer: string;
}

/** What differs between two states of a block, in the order in which the later state has it. */
export interface BlockChanges {
  readonly source: boolean;
  readonly targets: readonly VariantText[];
  readonly overlays: readonly OverlayKey[];
  readonly annotations: readonly string[];
  readonly properties: readonly string[];
}

/** Compares two states of a block. */
export function changesOf(before: Block, after: Block): BlockChanges {
  return {
    source: !isSame(before.source, after.source),
    targets: changedKeys(before.targets, after.targets),
    overlays: changedOverlays(before, after),
    annotations: changedKeys(before.annotations, after.annotations),
    properties: changedKeys(before.properties, after.properties),
  };
}

function changedKeys(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string[] {
  const changed: string[] = [];
  for (const key of Object.keys(after)) {
    if (!Object.hasOwn(before, key) || !isSame(before[key], after[key])) changed.push(key);
  }
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) changed.push(key);
  return changed;
}

function changedOverlays(before: Block, after: Block): OverlayKey[] {
  if (before.overlays.length === 0 && after.overlays.length === 0) return [];
  const changed = after.overlays.filter((overlay) => !isSame(overlay, sameOverlay(before, overlay)));
  const gone = before.overlays.filter((overlay) => sameOverlay(after, overlay) === undefined);
  return [...changed, ...gone].map(({ type, variant, layer }) => ({ type, side: variant, layer }));
}

function sameOverlay(block: Block, { type, variant, layer }: Overlay): Overlay | undefined {
  return overlayOf(block, type, variant, layer);
}

/** Content is frozen, so that identity says enough where nothing has changed. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && isDeepStrictEqual(one, other));
}
