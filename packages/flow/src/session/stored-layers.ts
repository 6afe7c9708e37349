import type { Json } from '@helve/core';
import { recordHash } from '../content/block/identity.js';
import type { Block, Target } from '../contract/block.js';
import { LayerPrimary, type Overlay } from '../contract/overlay.js';
import type { BlockRef, StoredRecord, ToolSession } from '../contract/store.js';

/** The kinds under which what was found about a block is stored. */
const layerKinds = Object.freeze({
  target: (variant: string) => `targets/${variant}`,
  annotation: (key: string) => `annotations/${key}`,
  overlay: ({ type, variant, layer }: Pick<Overlay, 'type' | 'variant' | 'layer'>) =>
    `overlays/${type}${layer === LayerPrimary ? '' : `#${layer}`}/${variant ?? 'source'}`,
});

/** Everything that is stored about a block beside itself, by kind. */
export function blockLayers(block: Block): ReadonlyMap<string, Json | Overlay> {
  return new Map<string, Json | Overlay>([
    ...Object.entries(block.targets).map(([variant, target]) => [layerKinds.target(variant), plain(target)] as const),
    ...Object.entries(block.annotations).map(([key, payload]) => [layerKinds.annotation(key), payload] as const),
    ...block.overlays.map((overlay) => [layerKinds.overlay(overlay), overlay] as const),
  ]);
}

/**
 * Stores a block with its targets, annotations and overlays, under the hash of what it was made from. `context` is the
 * context hash of the block in its document, where steps may have changed properties since.
 */
export async function putLayers(session: ToolSession, document: string, block: Block, context?: string): Promise<void> {
  await putRecord(session, {
    ref: { document, blockId: block.id },
    recordHash: recordHash(block, context),
    value: block,
  });
}

/** Stores a record that has its hash already. */
export async function putRecord(session: ToolSession, record: StoredRecord<Block>): Promise<void> {
  const { ref, recordHash: hash, value: block } = record;
  await session.putBlock(record);
  for (const [kind, value] of blockLayers(block)) await session.putOverlay(kind, { ref, recordHash: hash, value });
}

/**
 * Gives a block what is stored about it, where the block itself has nothing; or everywhere, when the store is where it
 * comes from. `stale` means that the stored block is another one by now: then nothing is applied.
 */
export async function applyLayers(
  session: ToolSession,
  document: string,
  block: Block,
  { everywhere = false }: { readonly everywhere?: boolean } = {},
): Promise<'applied' | 'stale' | 'unknown'> {
  const ref: BlockRef = { document, blockId: block.id };
  const stored = await session.getBlock(ref);
  if (stored === undefined) return 'unknown';
  if (stored.recordHash !== recordHash(block)) return 'stale';
  const before = stored.value;
  if (everywhere) {
    Object.assign(block.properties, before.properties);
    Object.assign(block.targets, before.targets);
    Object.assign(block.annotations, before.annotations);
    block.overlays.splice(0, Infinity, ...before.overlays);
    return 'applied';
  }
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
