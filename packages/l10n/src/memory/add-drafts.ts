import { canonicalJson } from '@helve/core';
import { BlockIndexer } from './block-indexer.js';
import type { TmAdded, TmDraft, TmDrafts, TmEntry, TmIndexer, TmStorage, TmWrite } from './contract.js';
import { entryId, entryKeys } from './key.js';

/** Number of entries written at once. */
const BATCH = 1000;

/** Adds drafts to a storage in batches; a draft that equals a stored entry changes nothing. */
export async function addDrafts(
  storage: TmStorage,
  drafts: TmDrafts,
  now: () => number,
  index?: TmIndexer,
): Promise<TmAdded> {
  const total = { added: 0, updated: 0, unchanged: 0 };
  let at = new Date(now()).toISOString();
  const indexer = new BlockIndexer(storage, index);
  let batch = new Map<string, NewEntry>();
  let size = 0;

  async function flush(): Promise<void> {
    const { added, updated } = await putEntries(storage, batch, indexer);
    total.added += added;
    total.updated += updated;
    total.unchanged += size - added - updated;
    batch = new Map();
    size = 0;
    at = new Date(now()).toISOString();
  }

  try {
    for await (const item of drafts) {
      for (const draft of 'variants' in item ? [item] : item) {
        const entry = toEntry(draft, at);
        const same = batch.get(entry.id)?.entry;
        if (same === undefined) batch.set(entry.id, { entry, keys: draft.prepared?.keys });
        else batch.set(entry.id, { entry: merged(same, entry) });
        size += 1;
        if (size === BATCH) await flush();
      }
    }
    if (size > 0) await flush();
  } finally {
    await indexer.finish();
  }
  return total;
}

/** An entry to write, with its keys if they are known. */
interface NewEntry {
  readonly entry: TmEntry;
  readonly keys?: TmWrite['keys'] | undefined;
}

const none: readonly never[] = Object.freeze([]);
const nothing = Object.freeze({});

function toEntry(draft: TmDraft, now: string): TmEntry {
  const { variants, entities = none, properties = nothing, origins = none, note, project } = draft;
  const createdAt = draft.createdAt ?? draft.updatedAt ?? now;
  const updatedAt = draft.updatedAt ?? createdAt;
  const id = draft.prepared?.id ?? entryId(draft);
  const entry: TmEntry = { id, variants, entities, properties, origins, createdAt, updatedAt };
  if (note === undefined && project === undefined) return entry;
  return { ...entry, ...(note !== undefined && { note }), ...(project !== undefined && { project }) };
}

async function putEntries(
  storage: TmStorage,
  batch: ReadonlyMap<string, NewEntry>,
  indexer: BlockIndexer,
): Promise<Pick<TmAdded, 'added' | 'updated'>> {
  const known = new Map((await storage.rows([...batch.keys()])).map((entry) => [entry.id, entry]));
  const writes: TmWrite[] = [];
  for (const [id, { entry, keys: made }] of batch) {
    const old = known.get(id);
    const combined = old === undefined ? entry : merged(old, entry);
    if (combined !== old)
      writes.push({ entry: combined, keys: (old === undefined ? made : undefined) ?? entryKeys(combined) });
  }
  if (writes.length > 0) await indexer.take(await storage.putMany(writes));
  const updated = known.size === 0 ? 0 : writes.filter(({ entry }) => known.has(entry.id)).length;
  return { added: writes.length - updated, updated };
}

/** Merges an entry with another of the same id; returns the old one itself when only an origin would be added. */
function merged(old: TmEntry, more: TmEntry): TmEntry {
  const note = more.note ?? old.note;
  const project = old.project ?? more.project;
  const combined: TmEntry = {
    ...old,
    entities: more.entities.length === 0 ? old.entities : more.entities,
    properties: { ...old.properties, ...more.properties },
    ...(note === undefined ? {} : { note }),
    ...(project === undefined ? {} : { project }),
  };
  if (canonicalJson(combined) === canonicalJson(old)) return old;
  const origins = new Map([...old.origins, ...more.origins].map((origin) => [canonicalJson(origin), origin]));
  return { ...combined, origins: [...origins.values()], updatedAt: more.updatedAt };
}
