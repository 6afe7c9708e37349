import { describe, expect, test } from 'vitest';
import type { ConfigStore, InstanceRecord } from '../port/config-store.js';
import { concurrently, withFreshStore, type OpenStore } from './open-store.js';

const record: InstanceRecord = {
  capability: 'whisper',
  config: { model: 'large', nested: { list: [1, null, 'é😀\0'] }, nothing: null },
  enabled: true,
  envOverrides: { DEVICE: 'cuda:0', EMPTY: '' },
};

/** Tests the contract of config stores. */
export function configStoreSuite(name: string, open: OpenStore<ConfigStore>): void {
  describe(`config store: ${name}`, () => {
    test(
      'a record comes back as it was, and a later one replaces it whole',
      withFreshStore(open, async (store) => {
        expect(await store.get('one')).toBeUndefined();
        await store.put('one', record);
        expect(await store.get('one')).toEqual(record);
        const later = { capability: 'whisper', config: {}, enabled: false, envOverrides: {} };
        await store.put('one', later);
        expect(await store.get('one')).toEqual(later);
      }),
    );

    test(
      'whoever changes what they stored or read changes only their own',
      withFreshStore(open, async (store) => {
        const mine = { ...record, config: { model: 'small' } };
        await store.put('one', mine);
        mine.config.model = 'changed';
        expect((await store.get('one'))?.config).toEqual({ model: 'small' });
      }),
    );

    test(
      'ids are told apart by case and listed in order, and a deleted one is gone',
      withFreshStore(open, async (store) => {
        for (const id of ['b', 'B', 'a-1', 'a_1']) await store.put(id, { ...record, capability: id });
        expect(await store.list()).toEqual(['B', 'a-1', 'a_1', 'b']);
        expect((await store.get('B'))?.capability).toBe('B');
        expect([await store.delete('b'), await store.delete('b')]).toEqual([true, false]);
        expect(await store.list()).toEqual(['B', 'a-1', 'a_1']);
        expect(await store.get('b')).toBeUndefined();
      }),
    );

    test(
      'what is stored at once is all there',
      withFreshStore(open, async (store) => {
        await concurrently(20, (index) => store.put(`id-${index}`, record));
        expect(await store.list()).toHaveLength(20);
      }),
    );
  });
}
