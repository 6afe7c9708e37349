import { canonicalJson } from '@helve/core';
import { putLayers, type Block, type BlockStore } from '@helve/flow';

/** How one block differs between two states of a store. */
export interface BlockDifference {
  readonly document: string;
  readonly block: string;
  readonly change: 'added' | 'changed' | 'gone';
  /** What changed: source, targets, overlays, annotations, properties. */
  readonly fields: readonly string[];
}

type Blocks = ReadonlyMap<string, { readonly document: string; readonly value: Block }>;

const compared = ['source', 'targets', 'overlays', 'annotations', 'properties'] as const;

/** What happened to blocks from one revision to another. */
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
    const place = now ?? old;
    if (place === undefined) return [];
    const fields = old === undefined || now === undefined ? [] : differences(old.value, now.value);
    if (old !== undefined && now !== undefined && fields.length === 0) return [];
    const change = old === undefined ? 'added' : now === undefined ? 'gone' : 'changed';
    return [{ document: place.document, block: place.value.id, change, fields }];
  });
}

/** Makes the blocks of an old revision the newest ones; blocks that came later stay. Gives the new revision. */
export async function restoreRevision(
  store: BlockStore,
  revision: number,
  document?: string,
): Promise<{ readonly revision: number; readonly blocks: number }> {
  const old = await blocksAt(store, revision, document);
  const session = await store.begin();
  try {
    for (const { document: id, value } of old.values()) await putLayers(session, id, value);
    return { revision: await session.commit(), blocks: old.size };
  } finally {
    await session.close();
  }
}

async function blocksAt(store: BlockStore, revision: number, document: string | undefined): Promise<Blocks> {
  const found = new Map<string, { document: string; value: Block }>();
  const session = await store.begin({ revision });
  try {
    for await (const { ref, value } of session.blocks(document === undefined ? {} : { document })) {
      found.set(JSON.stringify([ref.document, ref.blockId]), { document: ref.document, value });
    }
    return found;
  } finally {
    await session.close();
  }
}

function differences(old: Block, now: Block): string[] {
  return compared.filter((field) => canonicalJson(old[field]) !== canonicalJson(now[field]));
}
