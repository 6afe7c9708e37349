import { describe, expect, test } from 'vitest';
import type { Block } from '../contract/block.js';
import type { BlockRef, BlockStore, StoredRecord } from '../contract/store.js';

/** Opens an empty store for one test; `readOnly` opens one that cannot be written, where there is such a thing. */
export type OpenBlockStore = (options?: {
  readonly readOnly?: boolean;
}) => Promise<{ readonly store: BlockStore; close(): Promise<void> }>;

const REF: BlockRef = { document: 'a.json', blockId: 'b1' };

/** A block with inline codes, a plural, a target, marks and text that is hard to keep. */
export function aStoredBlock(change: Partial<Block> = {}): Block {
  return {
    id: 'b1',
    name: 'home.title',
    type: 'string',
    translatable: true,
    sourceLocale: 'en',
    source: [
      { kind: 'text', text: 'Hi \0 é😀 \u2028' },
      { kind: 'pc-open', id: '1', type: 'fmt:bold', data: '<b>' },
      { kind: 'plural', pivot: 'n', forms: { one: [{ kind: 'text', text: 'file' }], other: [] } },
      { kind: 'pc-close', id: '1', type: 'fmt:bold', data: '</b>' },
    ],
    targets: { 'fr;tone=formal': { runs: [{ kind: 'text', text: 'Salut' }], status: 'draft', score: 0.5 } },
    overlays: [{ type: 'term', variant: null, layer: '', spans: [{ id: 's', props: { a: 'b' } }] }],
    annotations: { note: { type: 'note', text: 'n' } },
    properties: { key: 'home.title', '@x': '' },
    identity: { contentHash: 'c1', structureHash: 's1', contextHash: 'x1' },
    preserveWhitespace: false,
    referent: false,
    ...change,
  };
}

function aRecord(ref: BlockRef = REF, change: Partial<Block> = {}): StoredRecord<Block> {
  return { ref, recordHash: 'h1', value: aStoredBlock({ id: ref.blockId, ...change }) };
}

async function list<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function idsIn(items: AsyncIterable<StoredRecord<unknown>>): Promise<string[]> {
  return (await list(items)).map(({ ref }) => `${ref.document}/${ref.blockId}`);
}

const refused = (reason: string) =>
  expect.objectContaining({ code: 'FLOW_STORE', details: expect.objectContaining({ reason }) });

/** Describes the behavior of every block store. */
export function blockStoreSuite(name: string, open: OpenBlockStore): void {
  const onFresh =
    (body: (store: BlockStore) => Promise<void>, options: { readonly readOnly?: boolean } = {}) =>
    async () => {
      const { store, close } = await open(options);
      try {
        await body(store);
      } finally {
        await close();
      }
    };

  describe(`block store: ${name}`, () => {
    test(
      'K69 a session gives back blocks, layers and cached values as they were put, and nobody else can change them',
      onFresh(async (store) => {
        const session = await store.begin();
        await session.putBlock(aRecord());
        await session.putOverlay('annotations/note', {
          ref: REF,
          recordHash: 'h1',
          value: { type: 'note', text: 'x' },
        });
        await session.cachePut('k', [{ kind: 'ph', id: '1', type: 'code:variable', data: '%s' }]);
        const block = await session.getBlock(REF);
        expect(block).toEqual(aRecord());
        Reflect.set(block?.value ?? {}, 'overlays', []);
        expect(await session.getBlock(REF)).toEqual(aRecord());
        expect(await session.getOverlay('annotations/note', REF)).toEqual({
          ref: REF,
          recordHash: 'h1',
          value: { type: 'note', text: 'x' },
        });
        expect(await session.cacheGet('k')).toEqual([{ kind: 'ph', id: '1', type: 'code:variable', data: '%s' }]);
        expect(await session.getBlock({ ...REF, blockId: 'none' })).toBeUndefined();
        expect(await session.getOverlay('annotations/other', REF)).toBeUndefined();
        expect(await session.cacheGet('none')).toBeUndefined();
        await session.close();
      }),
    );

    test(
      'K69 a stored block comes back with frozen content',
      onFresh(async (store) => {
        const session = await store.begin();
        await session.putBlock(aRecord());
        const block = (await session.getBlock(REF))?.value;
        expect(Object.isFrozen(block?.source)).toBe(true);
        expect(Object.isFrozen(block?.source[0])).toBe(true);
        expect(Object.isFrozen(block?.targets['fr;tone=formal'])).toBe(true);
        await session.close();
      }),
    );

    test(
      'K70 a commit is seen by later sessions; a rollback and a close without commit leave nothing',
      onFresh(async (store) => {
        const first = await store.begin();
        await first.putBlock(aRecord());
        await first.commit();
        await first.close();
        for (const end of ['rollback', 'close'] as const) {
          const session = await store.begin();
          await session.putBlock(aRecord({ ...REF, blockId: 'b2' }));
          await session.putOverlay('targets/fr', { ref: REF, recordHash: 'h1', value: 'x' });
          await session.cachePut('k', 1);
          await session[end]();
          await session.close();
        }
        const later = await store.begin();
        expect(await idsIn(later.blocks())).toEqual(['a.json/b1']);
        expect(await idsIn(later.listOverlays('targets/fr'))).toEqual([]);
        expect(await later.cacheGet('k')).toBeUndefined();
        expect(await store.revisions()).toHaveLength(1);
        await later.close();
      }),
    );

    test(
      'K72 what a session takes out is gone for later ones, and older revisions keep it',
      onFresh(async (store) => {
        const other = { ...REF, blockId: 'b2' };
        const first = await store.begin();
        for (const ref of [REF, other]) {
          await first.putBlock(aRecord(ref));
          await first.putOverlay('targets/fr', { ref, recordHash: 'h1', value: 'x' });
        }
        const revision = await first.commit();
        await first.close();
        const second = await store.begin();
        await second.removeBlock(REF);
        await second.removeOverlay('targets/fr', REF);
        expect(await second.getBlock(REF)).toBeUndefined();
        await second.commit();
        expect(await idsIn(second.blocks())).toEqual(['a.json/b2']);
        await second.close();
        const later = await store.begin();
        expect(await later.getBlock(REF)).toBeUndefined();
        expect(await later.getOverlay('targets/fr', REF)).toBeUndefined();
        expect(await idsIn(later.blocks({ contentHash: 'c1' }))).toEqual(['a.json/b2']);
        expect(await idsIn(later.listOverlays('targets/fr'))).toEqual(['a.json/b2']);
        await later.close();
        const old = await store.begin({ revision });
        expect(await idsIn(old.blocks())).toEqual(['a.json/b1', 'a.json/b2']);
        await old.close();
      }),
    );

    test(
      'K71 a session reads its own writes, and a session that began before the commit never does',
      onFresh(async (store) => {
        const session = await store.begin();
        const other = await store.begin();
        await session.putBlock(aRecord());
        await session.putOverlay('targets/fr', { ref: REF, recordHash: 'h1', value: 'x' });
        await session.cachePut('k', 1);
        expect(await idsIn(session.blocks())).toEqual(['a.json/b1']);
        expect(await idsIn(session.listOverlays('targets/fr'))).toEqual(['a.json/b1']);
        expect(await session.cacheGet('k')).toBe(1);
        expect(await other.getBlock(REF)).toBeUndefined();
        expect(await other.cacheGet('k')).toBeUndefined();
        await session.commit();
        expect(await other.getBlock(REF)).toBeUndefined();
        expect(await other.cacheGet('k')).toBeUndefined();
        await session.close();
        await other.close();
        const later = await store.begin();
        expect(await later.cacheGet('k')).toBe(1);
        await later.close();
      }),
    );

    test(
      'K72 each commit is a numbered revision, and an old one is read as it was and never written',
      onFresh(async (store) => {
        for (const version of ['one', 'two']) {
          const session = await store.begin();
          await session.putBlock(aRecord(REF, { name: version }));
          await session.commit();
          await session.close();
        }
        const revisions = await store.revisions();
        expect(revisions.map(({ revision }) => revision)).toEqual([2, 1]);
        expect(revisions[0]).toMatchObject({ documents: ['a.json'], blocks: 1 });
        expect(Number.isNaN(Date.parse(revisions[0]?.committedAt ?? ''))).toBe(false);
        const old = await store.begin({ revision: 1 });
        expect((await old.getBlock(REF))?.value.name).toBe('one');
        await expect(old.putBlock(aRecord())).rejects.toThrow(refused('read-only'));
        await old.close();
        const none = await store.begin({ revision: 0 });
        expect(await none.getBlock(REF)).toBeUndefined();
        await none.close();
        await expect(store.begin({ revision: 3 })).rejects.toThrow(refused('not-found'));
      }),
    );

    test(
      'K72 blocks are found by content hash and by document, in the order in which they were last put',
      onFresh(async (store) => {
        const session = await store.begin();
        for (const blockId of ['b3', 'b1', 'b2']) await session.putBlock(aRecord({ document: 'b.json', blockId }));
        await session.putBlock(aRecord(REF, { identity: { contentHash: 'c2' } }));
        await session.commit();
        await session.putBlock(aRecord({ document: 'b.json', blockId: 'b3' }));
        expect(await idsIn(session.blocks())).toEqual(['a.json/b1', 'b.json/b1', 'b.json/b2', 'b.json/b3']);
        expect(await idsIn(session.blocks({ document: 'a.json' }))).toEqual(['a.json/b1']);
        expect(await idsIn(session.blocks({ contentHash: 'c2' }))).toEqual(['a.json/b1']);
        await session.commit();
        await session.close();
        const scoped = await store.begin({ document: 'b.json' });
        expect(await idsIn(scoped.blocks())).toEqual(['b.json/b1', 'b.json/b2', 'b.json/b3']);
        await scoped.close();
      }),
    );

    test(
      'KV31 two documents with equal block ids keep separate targets',
      onFresh(async (store) => {
        const session = await store.begin();
        const other = { ...REF, document: 'b.json' };
        await session.putOverlay('targets/fr', { ref: REF, recordHash: 'h1', value: 'un' });
        await session.putOverlay('targets/fr', { ref: other, recordHash: 'h2', value: 'deux' });
        await session.commit();
        expect((await session.getOverlay('targets/fr', REF))?.value).toBe('un');
        expect((await session.getOverlay('targets/fr', other))?.value).toBe('deux');
        await session.close();
      }),
    );

    test(
      'K74 whoever uses a closed session or store is told so',
      onFresh(async (store) => {
        const session = await store.begin();
        await session.close();
        await expect(session.getBlock(REF)).rejects.toThrow(refused('closed'));
        await expect(session.commit()).rejects.toThrow(refused('closed'));
        await store.close();
        await expect(store.begin()).rejects.toThrow(refused('closed'));
      }),
    );

    test(
      'K74 a store that can only be read refuses blocks and layers, and drops what tools cache',
      onFresh(
        async (store) => {
          expect(store.capabilities.writable).toBe(false);
          const session = await store.begin();
          await session.cachePut('k', 1);
          expect(await session.cacheGet('k')).toBeUndefined();
          await expect(session.putBlock(aRecord())).rejects.toThrow(refused('read-only'));
          const layer = { ref: REF, recordHash: 'h', value: 1 };
          await expect(session.putOverlay('targets/fr', layer)).rejects.toThrow(refused('read-only'));
          await session.close();
        },
        { readOnly: true },
      ),
    );
  });
}
