import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLOCK_KEYS, type TmDraft, type TmEntry, type TmSession, type TmStorage } from '../memory/contract.js';
import { createMemoryStorage } from '../memory/create-memory-storage.js';
import { createTranslationMemory } from '../memory/create-translation-memory.js';
import { entryId, keyHash, entryKeys } from '../memory/key.js';
import { draft } from './memory-kit.js';

/** Opens an empty storage for a test; it is closed when the test has ended. */
export type OpenTmStorage = () => Promise<TmStorage>;

const now = () => Date.UTC(2026, 0, 2);
const words = 'open close file folder the a new old window server account save delete user'.split(' ');

/** Generates similar sentences, deterministically. */
function sentences(count: number, seed: number): readonly string[] {
  const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 9 }).map((list) => list.join(' '));
  return fc.sample(text, { numRuns: count, seed });
}

async function filled(open: OpenTmStorage, drafts: readonly TmDraft[]) {
  const storage = await open();
  const memory = createTranslationMemory(storage, { now });
  await memory.add(drafts);
  return { storage, memory };
}

const hello = draft({ en: 'Hello', de: 'Hallo' }, { project: 'app', properties: { x: '1' } });
const bye = draft({ en: 'Bye', fr: 'Salut' });

/** Tests everything that every storage of a memory must do, and that lookups over it equal those in memory. */
export function describeTmStorage(name: string, open: OpenTmStorage): void {
  describe(`the storage ${name}`, () => {
    test(`T82 ${name} gives back what was put, and counts it`, async () => {
      const { storage } = await filled(open, [hello, bye]);
      const [entry] = await storage.rows([entryId(hello), 'nobody']);
      expect(entry).toEqual({
        ...hello,
        id: entryId(hello),
        entities: [],
        origins: [],
        createdAt: '2026-01-02T00:00:00.000Z',
        updatedAt: '2026-01-02T00:00:00.000Z',
      });
      expect(await storage.stats()).toEqual({
        entries: 2,
        locales: { de: 1, en: 2, fr: 1 },
        projects: { app: 1 },
        sessions: 0,
      });
      await storage.close();
    });

    test(`T82 ${name} finds entries by the hash of a key, in the tier that was asked for`, async () => {
      const { storage } = await filled(open, [hello, bye]);
      const hash = keyHash('Hello');
      expect(await storage.exact('en', 'plain', hash)).toEqual([entryId(hello)]);
      expect(await storage.exact('en', 'generalized', hash)).toEqual([entryId(hello)]);
      expect(await storage.exact('de', 'plain', hash)).toEqual([]);
      const bold = draft({
        en: [{ kind: 'ph', id: '1', type: 'code:variable', data: '%s', equiv: 'name' }],
        de: 'x',
      });
      await createTranslationMemory(storage).add([bold]);
      expect(await storage.exact('en', 'structural', keyHash('{1/}'))).toEqual([entryId(bold)]);
      expect(await storage.exact('en', 'plain', keyHash('{1/}'))).toEqual([]);
      await storage.close();
    });

    test(`T82 ${name} numbers keys by locale and never uses a number again`, async () => {
      const { storage, memory } = await filled(open, [hello, bye]);
      expect(await storage.keyRange('en', 0, 9)).toMatchObject([
        { number: 0, text: 'Hello', tiers: 7, entry: entryId(hello), locale: 'en' },
        { number: 1, text: 'Bye' },
      ]);
      expect(await storage.deleteMany([entryId(hello), 'nobody'])).toBe(1);
      await memory.add([hello]);
      expect(await storage.lengths('en', 0)).toEqual({ keys: 3, deleted: [0], blocks: [] });
      expect(new Set((await storage.keys('en', [0, 1, 2])).map(({ number }) => number))).toEqual(new Set([1, 2]));
      expect(await storage.keyRange('en', 1, 2)).toHaveLength(1);
      expect(await storage.rows([entryId(hello)])).toHaveLength(1);
      await storage.close();
    });

    test(`T82 ${name} replaces an entry and keeps the numbers of keys that stay`, async () => {
      const { storage } = await filled(open, [hello]);
      const [entry] = await storage.rows([entryId(hello)]);
      if (entry === undefined) throw new Error('Cannot go on: the entry is gone');
      const changed = { ...entry, note: 'greeting', entities: [{ type: 'other', values: { en: 'Hello' } }] };
      const fresh = await storage.putMany([{ entry: changed, keys: entryKeys(changed) }]);
      const added = (await storage.keyRange('en', 0, 9)).map(({ locale, number, tiers, text }) => ({
        locale,
        number,
        tiers,
        text,
      }));
      expect(fresh).toMatchObject(added);
      expect(await storage.rows([entry.id])).toEqual([changed]);
      expect(await storage.keyRange('de', 0, 9)).toMatchObject([{ number: 0 }]);
      expect((await storage.keyRange('en', 0, 9)).map(({ text }) => text)).toEqual(['Hello', '{OTHER}']);
      await storage.close();
    });

    test(`T82 ${name} has a revision that grows with writes and with nothing else`, async () => {
      const { storage, memory } = await filled(open, [hello]);
      const first = await storage.revision();
      await memory.lookup({ source: 'Hello', from: 'en', to: 'de' });
      await memory.add([hello]);
      expect(await storage.revision()).toBe(first);
      await memory.add([bye]);
      const second = await storage.revision();
      expect(second).toBeGreaterThan(first);
      await storage.deleteMany([entryId(bye)]);
      expect(await storage.revision()).toBeGreaterThan(second);
      await storage.close();
    });

    test(`T82 ${name} goes through entries in the order of ids`, async () => {
      const { storage } = await filled(open, [hello, bye, draft({ en: 'One', de: 'Eins' })]);
      const all = await collect(storage.entries());
      expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted());
      expect(all).toHaveLength(3);
      expect(await collect(storage.entries({ locales: ['en', 'de'] }))).toHaveLength(2);
      expect(await collect(storage.entries({ project: 'app' }))).toMatchObject([{ id: entryId(hello) }]);
      expect(await collect(storage.entries({ after: all[0]?.id ?? '' }))).toEqual(all.slice(1));
      await storage.close();
    });

    test(`T82 ${name} keeps sessions`, async () => {
      const storage = await open();
      const session: TmSession = {
        id: 's1',
        kind: 'import',
        source: 'old.tmx',
        sha256: 'ab',
        header: { srclang: 'en' },
        entries: 0,
        startedAt: '2026-01-02T00:00:00.000Z',
      };
      await storage.putSession(session);
      await storage.putSession({ ...session, id: 's0', startedAt: '2026-01-01T00:00:00.000Z' });
      await storage.putSession({ ...session, entries: 7 });
      expect(await storage.sessions()).toMatchObject([{ id: 's0' }, { ...session, entries: 7 }]);
      expect((await storage.stats()).sessions).toBe(2);
      await storage.close();
    });

    test(`T82 ${name} keeps the index of a full block as it was given`, async () => {
      const { storage } = await filled(open, [hello]);
      const postings = [Uint8Array.of(1, 2, 3, 4), new Uint8Array(0), Uint8Array.of(9)];
      expect(await storage.putMany([])).toEqual([]);
      await fillBlock(storage);
      await storage.putBlock('en', { block: 0, lengths: Uint8Array.of(5, 6, 7), postings });
      await storage.putBlock('en', { block: 0, lengths: Uint8Array.of(1), postings: [] });
      const { keys, blocks } = await storage.lengths('en', 0);
      expect(keys).toBe(BLOCK_KEYS);
      expect(blocks.map(({ block, lengths }) => [block, [...lengths]])).toEqual([[0, [5, 6, 7]]]);
      expect((await storage.lengths('en', 1)).blocks).toEqual([]);
      expect((await storage.postings('en', 0, [2, 0])).map((bytes) => [...bytes])).toEqual([[9], [1, 2, 3, 4]]);
      await storage.close();
    });

    test(`TV11 ${name} gives the lists that memory gives, also after a second import and in another order`, async () => {
      const texts = sentences(400, 11);
      const drafts = texts.map((text, index) => draft({ en: text, de: `${index}` }));
      const { storage, memory } = await filled(open, drafts);
      const other = await filled(async () => createMemoryStorage(), drafts.toReversed());
      expect(await memory.add(drafts)).toMatchObject({ added: 0, updated: 0 });
      for (const source of sentences(40, 12)) {
        const query = { source, from: 'en', to: 'de', minScore: 0.5, maxResults: 7 };
        expect(await memory.lookup(query)).toEqual(await other.memory.lookup(query));
      }
      await storage.close();
    });
  });
}

async function collect(entries: AsyncIterable<TmEntry>): Promise<readonly TmEntry[]> {
  const all: TmEntry[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

/** Adds as many keys as make a block, in one write. */
async function fillBlock(storage: TmStorage): Promise<void> {
  const at = '2026-01-02T00:00:00.000Z';
  const entry = { id: 'many', variants: {}, entities: [], properties: {}, origins: [], createdAt: at, updatedAt: at };
  const keys = Array.from({ length: BLOCK_KEYS - 1 }, (_, index) => ({
    locale: 'en',
    tiers: 7,
    text: `key ${index}`,
    hash: index,
  }));
  await storage.putMany([{ entry, keys }]);
}
