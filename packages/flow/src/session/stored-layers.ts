import type { Json } from '@helve/core';
import { recordHash } from '../content/identity.js';
import type { Block, Target } from '../contract/block.js';
import { LayerPrimary, type Overlay } from '../contract/overlay.js';
import type { BlockRef, ToolSession } from '../contract/store.js';

/** The kinds under which what was found about a block is stored. */
export const layerKinds = Object.freeze({
  target: (variant: string) => `targets/${variant}`,
  annotation: (key: string) => `annotations/${key}`,
  overlay: ({ type, variant, layer }: Pick<Overlay, 'type' | 'variant' | 'layer'>) =>
    `overlays/${type}${layer === LayerPrimary ? '' : `#${layer}`}/${variant ?? 'source'}`,
});

/** Stores a block with its targets, annotations and overlays, under the hash of what it was made from. */
export async function putLayers(session: ToolSession, document: string, block: Block): Promise<void> {
  const ref: BlockRef = { document, blockId: block.id };
  const hash = recordHash(block);
  const put = (kind: string, value: Json | Overlay) => session.putOverlay(kind, { ref, recordHash: hash, value });
  await session.putBlock({ ref, recordHash: hash, value: block });
  for (const [variant, target] of Object.entries(block.targets)) await put(layerKinds.target(variant), plain(target));
  for (const [key, payload] of Object.entries(block.annotations)) await put(layerKinds.annotation(key), payload);
  for (const overlay of block.overlays) await put(layerKinds.overlay(overlay), overlay);
}

/**
 * Gives a block what is stored about it, where the block itself has nothing. `stale` means that the stored block is
 * another one by now: then nothing is applied.
 */
export async function applyLayers(
  session: ToolSession,
  document: string,
  block: Block,
): Promise<'applied' | 'stale' | 'unknown'> {
  const ref: BlockRef = { document, blockId: block.id };
  const stored = await session.getBlock(ref);
  if (stored === undefined) return 'unknown';
  if (stored.recordHash !== recordHash(block)) return 'stale';
  const before = stored.value;
  for (const [variant, target] of Object.entries(before.targets)) block.targets[variant] ??= target;
  for (const [key, payload] of Object.entries(before.annotations)) block.annotations[key] ??= payload;
  for (const overlay of before.overlays) {
    const kind = layerKinds.overlay(overlay);
    if (!block.overlays.some((own) => layerKinds.overlay(own) === kind)) block.overlays.push(overlay);
  }
  return 'applied';
}

/** A target is made of JSON values, which its type does not say. */
function plain(target: Target): Json {
  return target as unknown as Json;
}
