import { createBlock, type Block } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { foldPlurals } from './fold-plurals.js';
import { noteFact, readNotedFacts } from './helve-note.js';
import { mapKeys, type KeySetting } from './map-keys.js';
import { nameBlocks } from './name-blocks.js';

const blocksOf = (...names: readonly string[]): readonly Block[] =>
  names.map((name, at) => createBlock({ id: `b${at}`, name, sourceLocale: 'en', source: `Text ${at}` }));
const setting = (format: string, more: Partial<KeySetting> = {}): KeySetting => ({
  style: 'keep',
  format,
  document: 'app',
  ...more,
});
const names = (blocks: readonly Block[]) => blocks.map(({ name }) => name);

describe('mapKeys', () => {
  test('X100 a name that Android cannot have is mapped, unique, and restored from its note', () => {
    const mapped = mapKeys(
      blocksOf('home-title', 'home_title', '1st', 'ok.yes', 'days[0]', 'Öl--x */'),
      setting('androidxml'),
    );
    expect(names(mapped)).toEqual(['home_title_2', 'home_title', '_1st', 'ok.yes', 'days[0]', 'l_x']);
    expect(names(mapped.map((block) => readNotedFacts(block, 'androidxml')))).toEqual([
      'home-title',
      'home_title',
      '1st',
      'ok.yes',
      'days[0]',
      'Öl--x */',
    ]);
    expect(JSON.stringify(mapped.at(-1)?.annotations)).not.toMatch(/--|\*\//u);
  });

  test.each([
    ['dots', ['home.title', 'a.b']],
    ['snake', ['home_title', 'a_b']],
    ['camel', ['homeTitle', 'aB']],
  ] as const)('X100 --keys %s gives all names one style', (style, expected) => {
    expect(names(mapKeys(blocksOf('home-title', 'a.b'), setting('resx', { style })))).toEqual(expected);
  });

  test('X100 two keys that meet are an error', () => {
    expect(() => mapKeys(blocksOf('a-b', 'a_b'), setting('resx', { style: 'snake' }))).toThrow(
      'the keys "a_b" and "a-b" would both be "a_b"',
    );
    expect(() => mapKeys(blocksOf('a', 'a'), setting('properties'))).toThrow('would both be "a"');
  });

  test('X100 a text and an object cannot share a name where names nest', () => {
    expect(() => mapKeys(blocksOf('a', 'a.b'), setting('json'))).toThrow('the keys "a.b" and "a" would both be "a"');
    expect(names(mapKeys(blocksOf('a', 'a.b'), setting('json', { preset: 'resjson' })))).toEqual(['a', 'a.b']);
    expect(names(mapKeys(blocksOf('a', 'a.b'), setting('properties')))).toEqual(['a', 'a.b']);
  });

  test('X100 names nest at their dots, and texts that are names do not', () => {
    const mapped = mapKeys(blocksOf('home.title', 'Open. Close it.'), setting('json'));
    expect(mapped.map(({ id }) => id)).toEqual(['/home/title', '/Open. Close it.']);
  });

  test('X100 messages without keys are known by their text, with a context that several share', () => {
    const message = (context: string | undefined, source: string) =>
      createBlock({
        id: source,
        name: context ?? '',
        sourceLocale: 'en',
        source,
        properties: context === undefined ? {} : { context },
      });
    expect(
      names(
        nameBlocks([message(undefined, 'Open'), message('menu', 'Open'), message('menu', 'Close'), message('x', 'y')]),
      ),
    ).toEqual(['Open', 'menu|Open', 'menu|Close', 'x']);
  });

  test('a note that only looks like a fact stays', () => {
    const [block] = blocksOf('a');
    if (block === undefined) throw new TypeError('There is no block');
    const noted = noteFact(block, 'context', 'menu');
    expect(readNotedFacts(noted, 'po').properties['context']).toBe('menu');
    const odd = { ...block, annotations: { note: { type: 'note', items: [{ text: 'helve:key=oops' }] } } };
    expect(readNotedFacts(odd, 'po')).toEqual(odd);
  });
});

describe('foldPlurals', () => {
  const text = (value: string) => [{ kind: 'text', text: value } as const];
  const plural = (forms: Readonly<Record<string, string>>) => [
    {
      kind: 'plural',
      pivot: 'n',
      forms: Object.fromEntries(Object.entries(forms).map(([key, one]) => [key, text(one)])),
    } as const,
  ];
  const block = createBlock({
    id: 'files',
    name: 'files',
    sourceLocale: 'en',
    source: plural({ one: 'file', other: 'files' }),
    targets: { ja: { runs: plural({ other: 'fairu' }), status: 'translated' } },
  });

  test('X99 other keeps one form, and counts the loss', () => {
    const { blocks, lost } = foldPlurals([block], 'other');
    expect([blocks[0]?.source, lost]).toEqual([text('files'), 1]);
  });

  test('X99 icu writes a message', () => {
    const { blocks, lost } = foldPlurals([block], 'icu');
    expect([blocks[0]?.source, lost]).toEqual([text('{n, plural, one {file} other {files}}'), 0]);
  });

  test('X99 keys writes a block for each form, and a language has those of its own', () => {
    const { blocks } = foldPlurals([block], 'keys');
    expect(blocks.map(({ name, source, targets }) => [name, source, Object.keys(targets)])).toEqual([
      ['files.one', text('file'), []],
      ['files.other', text('files'), ['ja']],
    ]);
  });
});
