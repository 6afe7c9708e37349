import { isDeepStrictEqual } from 'node:util';
import type { Block } from '../../contract/block.js';
import type { Overlay } from '../../contract/overlay.js';
import type { Side } from '../../contract/view.js';

/** Everything in a block besides its content. */
export type Marks = Pick<Block, 'overlays' | 'annotations' | 'properties'>;

/** Which overlay: there is one per type, side and layer. */
export interface OverlayKey {
  readonly type: string;
  readonly side: Side;
  readonly layer: string;
}

/** Differences between the marks of a block at two times, in the order of the later. */
export interface MarkChanges {
  readonly overlays: readonly OverlayKey[];
  readonly annotations: readonly string[];
  readonly properties: readonly string[];
}

const none: readonly never[] = Object.freeze([]);

/** Compares the marks of a block with those it had before; nothing where they are the same, as nearly always. */
export function findChanges(before: Marks, after: Marks): MarkChanges | undefined {
  const overlays = changedOverlays(before.overlays, after.overlays);
  const annotations = changedKeys(before.annotations, after.annotations);
  const properties = changedKeys(before.properties, after.properties);
  if (overlays.length + annotations.length + properties.length === 0) return undefined;
  return { overlays, annotations, properties };
}

function changedKeys(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): readonly string[] {
  const keys = Object.keys(after);
  const old = Object.keys(before);
  if (keys.length === old.length && keys.every((key, at) => key === old[at] && before[key] === after[key])) return none;
  return [
    ...keys.filter((key) => !Object.hasOwn(before, key) || !isSame(before[key], after[key])),
    ...old.filter((key) => !Object.hasOwn(after, key)),
  ];
}

function changedOverlays(before: readonly Overlay[], after: readonly Overlay[]): readonly OverlayKey[] {
  if (after.length === before.length && after.every((overlay, at) => overlay === before[at])) return none;
  const changed = after.filter((overlay) => !isSame(overlay, likeIn(before, overlay)));
  const gone = before.filter((overlay) => likeIn(after, overlay) === undefined);
  return [...changed, ...gone].map(({ type, variant, layer }) => ({ type, side: variant, layer }));
}

function likeIn(overlays: readonly Overlay[], { type, variant, layer }: Overlay): Overlay | undefined {
  return overlays.find((one) => one.type === type && one.variant === variant && one.layer === layer);
}

/** Compares by identity first: content is frozen, so the same object is the same content. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && isDeepStrictEqual(one, other));
}
