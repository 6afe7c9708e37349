import { expect, test } from 'vitest';
import { describeTmStorage } from '../testing/describe-tm-storage.js';
import { draft } from '../testing/memory-kit.js';
import { createMemoryStorage } from './create-memory-storage.js';
import { createTranslationMemory } from './create-translation-memory.js';
import { entryId, keyHash, entryKeys } from './key.js';

describeTmStorage('memory', async () => createMemoryStorage());

test('T82 of one source in many languages, only the entry of the language that is asked for is given', async () => {
  const storage = createMemoryStorage();
  const [german, french] = [draft({ en: 'Save', de: 'Sichern' }), draft({ en: 'Save', fr: 'Enregistrer' })];
  await createTranslationMemory(storage).add([german, french]);
  const exact = (to?: string) => storage.exact('en', 'plain', keyHash('Save'), to);
  expect([exact('de'), exact('fr'), exact('it')]).toEqual([[entryId(german)], [entryId(french)], []]);
  expect(exact()).toEqual([entryId(german), entryId(french)]);
});

test('T82 a key that stays leads to the entry that has taken the place of its own', async () => {
  const storage = createMemoryStorage();
  const [german, french] = [draft({ en: 'Save', de: 'Sichern' }), draft({ en: 'Save', fr: 'Enregistrer' })];
  const id = entryId(german);
  for (const { variants } of [german, french]) {
    const entry = { id, variants, entities: [], properties: {}, origins: [], createdAt: '', updatedAt: '' };
    await storage.putMany([{ entry, keys: entryKeys(entry) }]);
  }
  const exact = (to: string) => storage.exact('en', 'plain', keyHash('Save'), to);
  expect([exact('de'), exact('fr')]).toEqual([[], [id]]);
});
