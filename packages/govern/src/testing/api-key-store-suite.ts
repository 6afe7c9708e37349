import { describe, expect, test } from 'vitest';
import type { ApiKey, ApiKeyStore } from '../port/api-key-store.js';
import { atOnce, NOW, onFresh, trickyTexts, type OpenStore } from './open-store.js';

const aKey = (facts: Partial<ApiKey> = {}): ApiKey => ({
  id: 'k1',
  name: 'ci',
  hash: 'ab'.repeat(32),
  roles: [],
  scopes: [],
  createdAtMs: NOW,
  ...facts,
});

/** Tests that every store of API keys must pass. */
export function apiKeyStoreSuite(name: string, open: OpenStore<ApiKeyStore>): void {
  describe(`API key store: ${name}`, () => {
    test(
      'keeps every fact of a key, and no more',
      onFresh(open, async (store) => {
        const bare = aKey();
        const full = aKey({
          id: 'k2',
          roles: ['admin'],
          scopes: ['helve:trail', 'read'],
          tenant: 'acme',
          perMinute: 60,
          createdAtMs: NOW + 1,
          expiresAtMs: NOW + 1_000,
        });
        await store.put(full);
        await store.put(bare);
        expect(await store.get('k1')).toEqual(bare);
        expect(await store.get('k2')).toEqual(full);
        expect(await store.get('k3')).toBeUndefined();
        expect(await store.list()).toEqual([bare, full]);
      }),
    );

    test(
      'a key is revoked once, and stays so',
      onFresh(open, async (store) => {
        await store.put(aKey());
        const revoked = await atOnce(20, () => store.revoke('k1', NOW + 5));
        expect(revoked.filter(Boolean)).toHaveLength(1);
        expect(await store.revoke('k1', NOW + 9)).toBe(false);
        expect(await store.revoke('nobody', NOW)).toBe(false);
        expect(await store.get('k1')).toEqual(aKey({ revokedAtMs: NOW + 5 }));
      }),
    );

    test(
      'notes when a key was used last',
      onFresh(open, async (store) => {
        await store.put(aKey());
        await store.touch('k1', NOW + 1);
        await store.touch('k1', NOW + 2);
        await store.touch('nobody', NOW);
        expect(await store.list()).toEqual([aKey({ lastUsedAtMs: NOW + 2 })]);
      }),
    );

    test(
      'ids and names are told apart',
      onFresh(open, async (store) => {
        for (const [index, text] of trickyTexts.entries())
          await store.put(aKey({ id: text, name: text, tenant: text, createdAtMs: NOW + index }));
        for (const text of trickyTexts) expect(await store.get(text)).toMatchObject({ name: text, tenant: text });
        expect((await store.list()).map(({ id }) => id)).toEqual([...trickyTexts]);
      }),
    );
  });
}
