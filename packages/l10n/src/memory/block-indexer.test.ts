import { describe, expect, test } from 'vitest';
import { BlockIndexer } from './block-indexer.js';
import { BLOCK_KEYS, type TmBlock, type TmNewKey } from './contract.js';
import { createMemoryStorage } from './create-memory-storage.js';
import { indexBlock } from './gram-block.js';

const at = '2026-01-02T00:00:00.000Z';

/** Creates a storage, a function that adds keys, and one that lists the indexed blocks. */
function setUp() {
  const storage = createMemoryStorage();
  let entries = 0;
  async function put(count: number, locale = 'en'): Promise<readonly TmNewKey[]> {
    const id = `entry ${(entries += 1)}`;
    const entry = { id, variants: {}, entities: [], properties: {}, origins: [], createdAt: at, updatedAt: at };
    const texts = Array.from({ length: count }, (_, index) => `${entries} ${index}`);
    return storage.putMany([{ entry, keys: texts.map((text, hash) => ({ locale, tiers: 7, text, hash })) }]);
  }
  const indexed = async () => (await storage.lengths('en', 0)).blocks.map(({ block }) => block);
  return { storage, put, indexed };
}

describe('BlockIndexer', () => {
  test('T79 a block that became full while its keys came is not read again', async () => {
    const { storage, put, indexed } = setUp();
    const textsOf = (keys: readonly Pick<TmNewKey, 'number' | 'text'>[]) =>
      keys.map(({ number, text }) => `${number} ${text}`).join('\n');
    const seen: string[] = [];
    const indexer = new BlockIndexer(storage, (block, keys) => {
      seen.push(textsOf(keys));
      return indexBlock(block, keys);
    });
    for (const count of [100, BLOCK_KEYS - 101, 6]) await indexer.take(await put(count));
    expect(await indexed()).toEqual([0]);
    expect(seen).toEqual([textsOf(await storage.keyRange('en', 0, BLOCK_KEYS))]);
  });

  test('T79 a block whose first keys came before is read from the storage once it is full', async () => {
    const { storage, put, indexed } = setUp();
    await put(100);
    const indexer = new BlockIndexer(storage, () => {
      throw new Error('Cannot index: not all keys were seen');
    });
    await indexer.take(await put(BLOCK_KEYS - 101));
    expect(await indexed()).toEqual([]);
    await indexer.take(await put(1));
    expect(await indexed()).toEqual([0]);
  });

  test('T79 of many locales only so many keys are held; the blocks of the others are read', async () => {
    const { storage, put, indexed } = setUp();
    const seen: number[] = [];
    const indexer = new BlockIndexer(storage, (block, keys) => {
      seen.push(keys.length);
      return indexBlock(block, keys);
    });
    for (const locale of ['a', 'b', 'c', 'd']) await indexer.take(await put(BLOCK_KEYS - 1, locale));
    for (const count of [BLOCK_KEYS - 1, 1]) await indexer.take(await put(count));
    expect(seen).toEqual([]);
    expect(await indexed()).toEqual([0]);
  });

  test('T79 what is indexed elsewhere is waited for at the end, and a failure there is told', async () => {
    const { storage, put, indexed } = setUp();
    let giveBack: (made: TmBlock) => void = () => {};
    const patient = new BlockIndexer(storage, () => new Promise((resolve) => (giveBack = resolve)));
    const failing = new BlockIndexer(storage, () => Promise.reject(new Error('gone')));
    for (const count of [1, BLOCK_KEYS - 1]) {
      const rows = await put(count);
      await patient.take(rows);
      await failing.take(rows);
    }
    expect(await indexed()).toEqual([]);
    await expect(failing.finish()).rejects.toThrow('gone');
    giveBack({ block: 0, lengths: Uint8Array.of(1), postings: [] });
    await patient.finish();
    expect(await indexed()).toEqual([0]);
  });
});
