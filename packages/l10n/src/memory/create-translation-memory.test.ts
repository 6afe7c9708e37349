import { newPayload, type Runs } from '@helve/flow';
import { codePointLength, rangeFor } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { draft, memoryOf } from '../testing/memory-kit.js';
import { bold, show, t, variable } from '../testing/runs-kit.js';
import type { TmDraft } from './contract.js';
import { createMemoryStorage } from './create-memory-storage.js';
import { createTranslationMemory } from './create-translation-memory.js';
import { entryId, keyTexts } from './key.js';
import { createMatcher, toCodePoints } from './levenshtein.js';

const ask = { from: 'en', to: 'de' };

/** Creates a span over the first occurrence of a value. */
function entity(text: string, value: string, type: string) {
  const start = codePointLength(text.slice(0, text.indexOf(value)));
  const range = rangeFor([t(text)], [], start, start + codePointLength(value));
  return { id: value, range, value: newPayload('entity', { entityType: type, dnt: false, by: 'rule' }) };
}

const mary = draft(
  { en: 'Mary works at Initech', de: 'Mary arbeitet bei Initech' },
  {
    entities: [
      { type: 'person', values: { en: 'Mary', de: 'Mary' } },
      { type: 'organization', values: { en: 'Initech', de: 'Initech' } },
    ],
  },
);

describe('createTranslationMemory', () => {
  test('T75 languages are peers, and importing twice adds nothing', async () => {
    const memory = await memoryOf([]);
    const drafts = [draft({ en: 'Hello', de: 'Hallo', fr: 'Bonjour' })];
    expect(await memory.add(drafts)).toEqual({ added: 1, updated: 0, unchanged: 0 });
    expect(await memory.add([...drafts, ...drafts])).toEqual({ added: 0, updated: 0, unchanged: 2 });
    expect(await memory.add([{ ...drafts[0], variants: drafts[0]?.variants ?? {}, note: 'greeting' }])).toEqual({
      added: 0,
      updated: 1,
      unchanged: 0,
    });
    expect(await memory.lookup({ source: 'Bonjour', from: 'fr', to: 'en' })).toMatchObject([{ target: [t('Hello')] }]);
    expect(await memory.lookup({ source: 'Hallo', from: 'de', to: 'it' })).toEqual([]);
  });

  test('T75 keys are trimmed, composed and have single spaces, and keep their case', async () => {
    const memory = await memoryOf([draft({ en: ' Cafe\u0301  is\nopen ', de: 'x' })]);
    expect(await memory.lookup({ source: 'Café is open', ...ask, minScore: 1 })).toHaveLength(1);
    expect(await memory.lookup({ source: 'café is open', ...ask, minScore: 1 })).toEqual([]);
  });

  test('TV9 the same text with another structure is 0.99, and with other ids still 1', async () => {
    const memory = await memoryOf([
      draft({ en: [t('Save '), ...bold('1', t('now'))], de: [...bold('1', t('Jetzt'))] }),
    ]);
    const [other] = await memory.lookup({ source: 'Save now', ...ask });
    expect(other).toMatchObject({ score: 0.99, tier: 'exact' });
    const [same] = await memory.lookup({ source: [t('Save '), ...bold('7', t('now'))], ...ask });
    expect(same).toMatchObject({ score: 1, tier: 'exact', ambiguous: false });
    expect(show(same?.target)).toBe('<x id="7"/>Jetzt<x id="/7"/>');
  });

  test('T76 the score of a fuzzy match is one less the share of edits of the longer text', async () => {
    const memory = await memoryOf([draft({ en: 'Open the file', de: 'x' }), draft({ en: 'Open a file', de: 'y' })]);
    const found = await memory.lookup({ source: 'Open that file', ...ask, minScore: 0.5 });
    expect(found.map(({ score }) => score)).toEqual([1 - 2 / 14, 1 - 3 / 14]);
    expect(found[0]).toMatchObject({ tier: 'fuzzy', adapted: false });
    expect(await memory.lookup({ source: 'Open that file', ...ask, minScore: 0.9 })).toEqual([]);
    expect(await memory.lookup({ source: 'Open that file', ...ask, minScore: 0.5, maxResults: 1 })).toHaveLength(1);
  });

  test('T76 a fuzzy match of the own project is worth 0.03 more, and scope chooses among projects', async () => {
    const ours = draft({ en: 'Open the files', de: 'x' }, { project: 'ours' });
    const theirs = draft({ en: 'Open the filet', de: 'y' }, { project: 'theirs' });
    const memory = await memoryOf([ours, theirs]);
    const query = { source: 'Open the file', ...ask, project: 'ours' };
    const fuzzy = 1 - 1 / 14;
    expect((await memory.lookup(query)).map(({ score }) => score)).toEqual([fuzzy + 0.03, fuzzy]);
    expect(await memory.lookup({ ...query, scope: 'only' })).toMatchObject([{ id: entryId(ours) }]);
    expect(await memory.lookup({ ...query, scope: 'exclude' })).toMatchObject([{ id: entryId(theirs) }]);
    expect((await memory.lookup({ ...query, minScore: 0.95 })).map(({ id }) => id)).toEqual([entryId(ours)]);
    const own = await memoryOf([ours, theirs], 'theirs');
    expect((await own.lookup({ source: 'Open the file', ...ask }))[0]?.id).toBe(entryId(theirs));
  });

  test('T77 perfect matches that differ are ambiguous, and minScore 1 returns none of them', async () => {
    const memory = await memoryOf([draft({ en: 'Save', de: 'Sichern' }), draft({ en: 'Save', de: 'Speichern' })]);
    const found = await memory.lookup({ source: 'Save', ...ask });
    expect(found.map(({ score, ambiguous }) => [score, ambiguous])).toEqual([
      [0.99, true],
      [0.99, true],
    ]);
    expect(await memory.lookup({ source: 'Save', ...ask, minScore: 1 })).toEqual([]);
    const same = await memoryOf([draft({ en: 'Save', de: 'Sichern' }), draft({ en: 'Save ', de: 'Sichern' })]);
    expect((await same.lookup({ source: 'Save', ...ask })).map(({ score }) => score)).toEqual([1, 1]);
  });

  test('TV14 a sentence with other names hits at 1 and is adapted', async () => {
    const memory = await memoryOf([mary]);
    const source = 'John works at Acme';
    const entities = [entity(source, 'John', 'person'), entity(source, 'Acme', 'organization')];
    const [match] = await memory.lookup({ source, entities, ...ask });
    expect(match).toMatchObject({ score: 1, tier: 'generalized-exact', adapted: true });
    expect(show(match?.target)).toBe('John arbeitet bei Acme');
    expect(await memory.lookup({ source, ...ask })).toEqual([]);
  });

  test('T78 a value that is not in the stored target as a whole word leaves a fuzzy match', async () => {
    const lost = draft({ en: 'Mary works at Initech', de: 'Marys Arbeit: Initech' }, { entities: mary.entities ?? [] });
    const memory = await memoryOf([lost]);
    const source = 'Maria works at Initech';
    const entities = [entity(source, 'Maria', 'person'), entity(source, 'Initech', 'organization')];
    const [match] = await memory.lookup({ source, entities, ...ask });
    expect(match).toMatchObject({
      tier: 'fuzzy',
      score: 1 - 2 / 22,
      adapted: false,
      target: [t('Marys Arbeit: Initech')],
    });
  });

  test('T78 a fuzzy match by its entities is adapted too', async () => {
    const memory = await memoryOf([mary]);
    const source = 'John-Jacob works at Acme!';
    const entities = [entity(source, 'John-Jacob', 'person'), entity(source, 'Acme', 'organization')];
    const [match] = await memory.lookup({ source, entities, ...ask });
    expect(match).toMatchObject({ tier: 'fuzzy', adapted: true });
    expect(show(match?.target)).toBe('John-Jacob arbeitet bei Acme');
  });

  test('T76 no more than the perfect ones are given when they are enough', async () => {
    const memory = await memoryOf([draft({ en: 'Open file', de: 'x' }), draft({ en: 'Open files', de: 'y' })]);
    expect(await memory.lookup({ source: 'Open file', ...ask })).toHaveLength(2);
    expect(await memory.lookup({ source: 'Open file', ...ask, perfectIsEnough: true })).toHaveLength(1);
    expect(await memory.lookup({ source: 'Open fila', ...ask, perfectIsEnough: true })).toHaveLength(2);
    await memory.add([draft({ en: 'Open file', de: 'z' })]);
    const ambiguous = await memory.lookup({ source: 'Open file', ...ask, perfectIsEnough: true });
    expect(ambiguous.map(({ target }) => show(target)).toSorted()).toEqual(['x', 'z']);
  });

  test('T79 lookups follow what is added and deleted', async () => {
    const storage = createMemoryStorage();
    const memory = createTranslationMemory(storage);
    const drafts = Array.from({ length: 3000 }, (_, index) => draft({ en: `Item number ${index}`, de: `${index}` }));
    await memory.add(drafts.slice(0, 1500));
    const query = { source: 'Item number 2500!', ...ask, minScore: 0.94 };
    expect(await memory.lookup(query)).toEqual([]);
    await memory.add(drafts);
    const [found] = await memory.lookup(query);
    expect(found?.target).toEqual([t('2500')]);
    await storage.deleteMany([found?.id ?? '']);
    expect(await memory.lookup(query)).toEqual([]);
  });

  test('T79 a lookup gives what a comparison with each of 20,000 entries gives', async () => {
    await expectComplete(20_000, 12, 0.6);
  }, 60_000);

  test('TV11 a comparison with every entry agrees on 1,000 queries', async () => {
    await expectComplete(500, 1000, 0.75);
  }, 60_000);
});

/** Looks texts up, and compares each of them with every entry. */
async function expectComplete(entries: number, queries: number, minScore: number): Promise<void> {
  const contents = manyContents(entries + queries);
  const drafts = contents
    .slice(0, entries)
    .map((en, index) => draft({ en, de: `${index % 7}` }, index % 3 === 0 ? { project: 'p' } : {}));
  const unlike = [...new Map(drafts.map((one) => [entryId(one), one])).values()];
  const rows = unlike.map(toRow);
  const memory = await memoryOf(unlike);
  for (const [index, source] of contents.slice(entries).entries()) {
    const query = { source, ...ask, minScore, maxResults: 8, project: index % 2 === 0 ? 'p' : 'q' };
    const found = await memory.lookup(query);
    expect(found.map(({ id, score }) => [id, score])).toEqual(compareAll(rows, query));
  }
}

const words = ['open', 'the', 'file', 'a', 'files', 'é', '文件', '😀', 'now', 'Open', 'settings', 'of', '%'];

/** Generates similar contents, deterministically. */
function manyContents(count: number): readonly Runs[] {
  let state = 7;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(9) }, () => words[next(words.length)] ?? '').map((word) =>
      word === '%' ? variable('1', '%s') : t(`${word} `),
    ),
  );
}

const tiers = ['plain', 'structural'] as const;

/** Converts a draft to the row that is compared. */
function toRow(one: TmDraft) {
  const texts = keyTexts(one.variants['en'] ?? []);
  const keyOf = (text: string) => ({
    text,
    length: codePointLength(text),
    points: toCodePoints(text, codePointLength(text)),
  });
  return {
    id: entryId(one),
    plain: keyOf(texts.plain),
    structural: keyOf(texts.structural),
    project: one.project,
    target: JSON.stringify(one.variants['de']),
  };
}

/** Finds the ids and scores of the best entries by comparing every one. */
function compareAll(
  rows: readonly ReturnType<typeof toRow>[],
  query: { readonly source: Runs; readonly minScore: number; readonly maxResults: number; readonly project: string },
): readonly (readonly [string, number])[] {
  const asked = keyTexts(query.source);
  const matchers = { plain: createMatcher(asked.plain), structural: createMatcher(asked.structural) };
  const scored = rows.map((row) => {
    const alike = tiers.map((tier) => {
      const { length, points } = row[tier];
      const longer = Math.max(length, matchers[tier].length);
      return 1 - matchers[tier].distance(points, length, longer) / longer;
    });
    const own = row.project === query.project;
    const fuzzy = Math.max(...alike);
    const better = own ? Math.max(fuzzy, Math.min(0.99, fuzzy + 0.03)) : fuzzy;
    const isSame = row.structural.text === asked.structural;
    const isAlike = row.plain.text === asked.plain;
    const { id, target } = row;
    return {
      id,
      target,
      score: isSame ? 1 : isAlike ? 0.99 : better,
      tier: isSame ? 1 : isAlike ? 2 : 3,
      foreign: own ? 0 : 1,
    };
  });
  const said = new Set(scored.filter(({ score }) => score === 1).map(({ target }) => target));
  return scored
    .map((one) => (one.score === 1 && said.size > 1 ? { ...one, score: 0.99 } : one))
    .filter(({ score }) => score >= query.minScore)
    .toSorted((a, b) => b.score - a.score || a.tier - b.tier || a.foreign - b.foreign || (a.id < b.id ? -1 : 1))
    .slice(0, query.maxResults)
    .map(({ id, score }) => [id, score]);
}
