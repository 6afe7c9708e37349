import { expect, test } from 'vitest';
import { blockStoreSuite } from '../testing/block-store-suite.js';
import { createBlockStore } from './create-block-store.js';
import { createMemoryBlockTable } from './create-memory-block-table.js';
import { ownedBlockTable, storedName } from './owned-block-table.js';

blockStoreSuite('of an owner', async (options) => {
  const store = createBlockStore(ownedBlockTable(createMemoryBlockTable(), 'a/b/ada'), options);
  return { store, close: () => store.close() };
});

test('an owner sees their own documents and cached results, and the project its own', async () => {
  const table = createMemoryBlockTable();
  const row = (json: string) => ({ kind: 'layer:x', ref: { document: 'a.json', blockId: '1' }, recordHash: 'h', json });
  const owners = [undefined, '//ada', '//eve'];
  for (const owner of owners) {
    const changes = { cache: new Map([['k', `"${owner}"`]]), committedAt: '', documents: ['a.json'], blocks: 1 };
    await ownedBlockTable(table, owner).commit({ ...changes, rows: [row(`"${owner}"`)] });
  }
  for (const [index, owner] of owners.entries()) {
    const own = ownedBlockTable(table, owner);
    for await (const listed of own.list('layer:x', 3, {})) expect(listed).toMatchObject(row(`"${owner}"`));
    expect(await own.find('layer:x', { document: 'a.json', blockId: '1' }, 3)).toMatchObject(row(`"${owner}"`));
    expect(await own.cached('k', 3)).toBe(`"${owner}"`);
    expect((await own.revisions()).flatMap(({ revision, documents }) => documents.map(() => revision))).toEqual([
      index + 1,
    ]);
  }
  const [newest] = await table.revisions();
  expect(newest?.documents.map(storedName)).toEqual(['a.json (of //eve)']);
  const forged = { document: newest?.documents[0] ?? '', blockId: '1' };
  for (const owner of [undefined, '//ada'])
    expect(await ownedBlockTable(table, owner).find('layer:x', forged, 3)).toBeUndefined();
});
