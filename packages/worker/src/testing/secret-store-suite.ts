import { Secret } from '@helve/core';
import { describe, expect, test } from 'vitest';
import type { SecretStore } from '../port/secret-store.js';
import { concurrently, withFreshStore, type OpenStore } from './open-store.js';

const values = ['plain', 'é😀', 'two\nlines\r\n', ' spaces ', '"quotes"\\', 'x'.repeat(10_000)];

async function revealed(store: SecretStore, capability: string): Promise<Record<string, string>> {
  return Object.fromEntries([...(await store.read(capability))].map(([key, secret]) => [key, secret.reveal()]));
}

/** Tests the contract of secret stores. */
export function secretStoreSuite(name: string, open: OpenStore<SecretStore>): void {
  describe(`secret store: ${name}`, () => {
    test(
      'a value comes back as it was, and is printed nowhere',
      withFreshStore(open, async (store) => {
        for (const [index, value] of values.entries()) await store.put('tool', `KEY_${index}`, new Secret(value));
        expect(Object.values(await revealed(store, 'tool'))).toEqual(values);
        const secret = (await store.read('tool')).get('KEY_0');
        expect(`${String(secret)} ${JSON.stringify({ secret })}`).not.toContain('plain');
      }),
    );

    test(
      'capabilities do not see each other, and one without secrets has none',
      withFreshStore(open, async (store) => {
        await store.put('one', 'KEY', new Secret('1'));
        await store.put('two', 'KEY', new Secret('2'));
        expect([await revealed(store, 'one'), await revealed(store, 'two')]).toEqual([{ KEY: '1' }, { KEY: '2' }]);
        expect([await revealed(store, 'three'), await store.list('three')]).toEqual([{}, []]);
      }),
    );

    test(
      'keys are listed in order, a later value replaces an earlier one, and a deleted one is gone',
      withFreshStore(open, async (store) => {
        for (const key of ['b', 'A', 'a_1', 'B']) await store.put('tool', key, new Secret('old'));
        await store.put('tool', 'b', new Secret('new'));
        expect(await store.list('tool')).toEqual(['A', 'B', 'a_1', 'b']);
        expect((await revealed(store, 'tool'))['b']).toBe('new');
        expect([await store.delete('tool', 'b'), await store.delete('tool', 'b')]).toEqual([true, false]);
        expect(await store.list('tool')).toEqual(['A', 'B', 'a_1']);
      }),
    );

    test(
      'what is stored at once is all there',
      withFreshStore(open, async (store) => {
        await concurrently(20, (index) => store.put('tool', `KEY_${index}`, new Secret(`value ${index}`)));
        expect(Object.keys(await revealed(store, 'tool'))).toHaveLength(20);
        await concurrently(20, (index) => store.put('tool', 'SAME', new Secret(`value ${index}`)));
        expect((await revealed(store, 'tool'))['SAME']).toMatch(/^value \d+$/);
      }),
    );

    test(
      'values that no variable can have, and names that no capability or variable can have, are refused',
      withFreshStore(open, async (store) => {
        for (const value of ['', 'a\0b', '\ud800']) {
          await expect(store.put('tool', 'KEY', new Secret(value))).rejects.toBeInstanceOf(Error);
        }
        for (const key of ['', '../KEY', '1A', 'A B', 'A.json']) {
          await expect(store.put('tool', key, new Secret('v'))).rejects.toBeInstanceOf(Error);
        }
        for (const capability of ['', '..', 'a/b', 'x'.repeat(65)]) {
          await expect(store.put(capability, 'KEY', new Secret('v'))).rejects.toBeInstanceOf(Error);
          await expect(store.read(capability)).rejects.toBeInstanceOf(Error);
        }
        expect(await store.list('tool')).toEqual([]);
      }),
    );
  });
}
