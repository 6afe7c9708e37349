import { canonicalJson } from '@helve/core';
import type { Block, BlockStore } from '@helve/flow';
import { blockLayers, putRecord, type StoredRecord } from '@helve/flow/engine';

/** Difference of one block between two states of a store. */
export interface BlockDifference {
  readonly document: string;
  readonly block: string;
  readonly change: 'added' | 'changed' | 'gone';
  /** Parts that changed: source, targets, overlays, annotations, properties. */
  readonly fields: readonly string[];
}

type Blocks = ReadonlyMap<string, StoredRecord<Block>>;

const compared = ['source', 'targets', 'overlays', 'annotations', 'properties'] as const;

/** Lists the blocks that changed from one revision to another. */
export async function diffRevisions(
  store: BlockStore,
  from: number,
  to: number,
  document?: string,
): Promise<readonly BlockDifference[]> {
  const [before, after] = [await blocksAt(store, from, document), await blocksAt(store, to, document)];
  const keys = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return keys.flatMap((key): BlockDifference[] => {
    const [old, now] = [before.get(key), after.get(key)];
    const record = now ?? old;
    if (record === undefined) return [];
    const fields = old === undefined || now === undefined ? [] : differences(old.value, now.value);
    if (old !== undefined && now !== undefined && fields.length === 0) return [];
    const change = old === undefined ? 'added' : now === undefined ? 'gone' : 'changed';
    return [{ document: record.ref.document, block: record.value.id, change, fields }];
  });
}

/** Makes an old revision the newest one: its blocks come back, and what came later goes. Gives the new revision. */
export async function restoreRevision(
  store: BlockStore,
  revision: number,
  document?: string,
): Promise<{ readonly revision: number; readonly blocks: number; readonly removed: number }> {
  const old = await blocksAt(store, revision, document);
  const newest = await blocksAt(store, undefined, document);
  const session = await store.begin();
  try {
    let removed = 0;
    for (const [key, { ref, value }] of newest) {
      const before = old.get(key);
      const layers = before === undefined ? new Map() : blockLayers(before.value);
      for (const kind of blockLayers(value).keys()) if (!layers.has(kind)) await session.removeOverlay(kind, ref);
      if (before !== undefined) continue;
      await session.removeBlock(ref);
      removed += 1;
    }
    for (const record of old.values()) await putRecord(session, record);
    return { revision: await session.commit(), blocks: old.size, removed };
  } finally {
    await session.close();
  }
}

async function blocksAt(
  store: BlockStore,
  revision: number | undefined,
  document: string | undefined,
): Promise<Blocks> {
  const found = new Map<string, StoredRecord<Block>>();
  const session = await store.begin(revision === undefined ? {} : { revision });
  try {
    for await (const record of session.blocks(document === undefined ? {} : { document })) {
      found.set(JSON.stringify([record.ref.document, record.ref.blockId]), record);
    }
    return found;
  } finally {
    await session.close();
  }
}

function differences(old: Block, now: Block): string[] {
  return compared.filter(
    (field) => canonicalJson(toComparable(old, field)) !== canonicalJson(toComparable(now, field)),
  );
}

/** A field of a block without the moments at which targets were made: one that was made again alike is no other. */
function toComparable(block: Block, field: (typeof compared)[number]): unknown {
  if (field !== 'targets') return block[field];
  return Object.entries(block.targets).map(([variant, target]) => {
    const { timestamp: _, ...origin } = target?.origin ?? {};
    return [variant, { ...target, origin }];
  });
}
