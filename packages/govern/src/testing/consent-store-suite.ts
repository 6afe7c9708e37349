import { describe, expect, test } from 'vitest';
import type { ConsentStore } from '../port/consent-store.js';
import { atOnce, NOW, onFresh, trickyTexts, type OpenStore } from './open-store.js';

/** Tests that every consent store must pass. */
export function consentStoreSuite(name: string, open: OpenStore<ConsentStore>): void {
  describe(`G2 consent store: ${name}`, () => {
    test(
      'nobody has agreed until somebody did, and agreement stands',
      onFresh(open, async (store) => {
        expect(await store.isGranted('ada', 'mail')).toBe(false);
        await store.grant('ada', 'mail', 'ada', NOW);
        await store.grant('ada', 'mail', 'ada', NOW + 1);
        expect(await store.isGranted('ada', 'mail')).toBe(true);
      }),
    );

    test(
      'agreement is for one person and one tool',
      onFresh(open, async (store) => {
        await store.grant('ada', 'mail', 'ada', NOW);
        expect(await store.isGranted('bob', 'mail')).toBe(false);
        expect(await store.isGranted('ada', 'post')).toBe(false);
        await store.grant('a', 'bc', 'a', NOW);
        expect(await store.isGranted('ab', 'c')).toBe(false);
      }),
    );

    test(
      'agreement can be taken back once, and given again',
      onFresh(open, async (store) => {
        expect(await store.revoke('ada', 'mail', 'ada', NOW)).toBe(false);
        await store.grant('ada', 'mail', 'ada', NOW);
        const revoked = await atOnce(20, () => store.revoke('ada', 'mail', 'admin', NOW + 1));
        expect(revoked.filter(Boolean)).toHaveLength(1);
        expect(await store.isGranted('ada', 'mail')).toBe(false);
        await store.grant('ada', 'mail', 'ada', NOW + 2);
        expect(await store.isGranted('ada', 'mail')).toBe(true);
      }),
    );

    test(
      'names are told apart',
      onFresh(open, async (store) => {
        for (const [index, text] of trickyTexts.entries()) {
          expect(await store.isGranted(text, text)).toBe(false);
          if (index % 2 === 0) await store.grant(text, text, text, NOW);
        }
        for (const [index, text] of trickyTexts.entries())
          expect(await store.isGranted(text, text)).toBe(index % 2 === 0);
      }),
    );
  });
}
