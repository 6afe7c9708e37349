import { describe, expect, test } from 'vitest';
import { concept } from '../testing/term-kit.js';
import { preferredTerm, relationTypes, termStatuses, type Concept } from './concept.js';
import { createTermbase } from './create-termbase.js';
import { fitsLocale } from './fits-locale.js';

const file = concept('file', ['en:file', 'de:Akte!admitted', 'de:Datei!preferred', 'de:File!forbidden']);

describe('createTermbase', () => {
  test('T84 holds concepts with terms, statuses and relations, and never changes', () => {
    const folder = concept('folder', ['en:folder'], { relations: [{ type: 'related', to: 'file' }], domain: 'os' });
    const terms = createTermbase([folder, file]);
    expect(terms.concepts.map(({ id }) => id)).toEqual(['file', 'folder']);
    expect(terms.concept('folder')).toMatchObject({ domain: 'os', relations: [{ type: 'related', to: 'file' }] });
    expect(terms.concept('none')).toBeUndefined();
    expect(Object.isFrozen(terms.concept('file')?.terms)).toBe(true);
    expect(termStatuses).toHaveLength(6);
    expect(relationTypes).toHaveLength(10);
  });

  test('T84 a relation needs a concept at both ends, and an id is there once', () => {
    const lost = concept('a', ['en:a'], { relations: [{ type: 'broader', to: 'b' }] });
    expect(() => createTermbase([lost])).toThrow('the relation "broader" of "a" leads to "b", which does not exist');
    expect(() => createTermbase([file, file])).toThrow('the concept "file" exists twice');
  });

  test('T84 the version says what is in it, whatever the order was', () => {
    const turned = { ...file, terms: file.terms.toReversed() };
    expect(createTermbase([turned]).version).toBe(createTermbase([file]).version);
    expect(createTermbase([{ ...file, domain: 'x' }]).version).not.toBe(createTermbase([file]).version);
  });

  test('T84 preferredTerm is the preferred one, else the first that may be used', () => {
    const [own] = createTermbase([file]).concepts;
    const nameIn = (locale: string, given: Concept | undefined = own) => given && preferredTerm(given, locale)?.text;
    expect(nameIn('de')).toBe('Datei');
    expect(nameIn('de-AT')).toBe('Datei');
    expect(nameIn('fr')).toBeUndefined();
    expect(nameIn('de', concept('x', ['de:alt!deprecated', 'de:neu!proposed', 'de:nie!forbidden']))).toBe('neu');
    expect(nameIn('de', concept('x', ['de:alt!deprecated']))).toBeUndefined();
  });

  test.each([
    ['en', 'en-GB', true],
    ['en-US', 'en-GB', false],
    ['zh-TW', 'zh-Hant', true],
    ['zh', 'zh-Hant', false],
    ['pt-BR', 'pt', true],
    ['de', 'nl', false],
  ])('T85 a term of %s in a text of %s counts: %s', (one, other, fits) => {
    expect(fitsLocale(one, other)).toBe(fits);
  });

  test('T85 a matcher is made once for a query', () => {
    const terms = createTermbase([file]);
    const query = { locale: 'en', domains: [] };
    expect(terms.matcher(query)).toBe(terms.matcher({ domains: [], locale: 'en' }));
    expect(terms.matcher({ ...query, caseSensitive: true })).not.toBe(terms.matcher(query));
  });

  test('T88 a query chooses by domain, status, day and tag', () => {
    const old = { text: 'disk', locale: 'en', status: 'admitted', validity: { to: '2020-12-31' } } as const;
    const web = { text: 'page', locale: 'en', status: 'approved', validity: { tags: ['web'] } } as const;
    const terms = createTermbase([
      concept('a', ['en:file'], { domain: 'os' }),
      concept('b', [old], { domain: 'hw' }),
      concept('c', [web]),
    ]);
    const found = (query: object) =>
      terms
        .matcher({ locale: 'en', ...query })('file disk page')
        .map(({ term }) => term.term.text);
    expect(found({})).toEqual(['file', 'disk', 'page']);
    expect(found({ domains: ['os'] })).toEqual(['file']);
    expect(found({ statuses: ['admitted'] })).toEqual(['disk']);
    expect(found({ asOf: '2021-01-01' })).toEqual(['file', 'page']);
    expect(found({ asOf: '2020-12-31' })).toEqual(['file', 'disk', 'page']);
    expect(found({ tags: ['print'] })).toEqual(['file', 'disk']);
    expect(found({ tags: ['print', 'web'] })).toEqual(['file', 'disk', 'page']);
  });

  test('T86 lookup adds what the text is similar to, never hidden by what is in it', () => {
    const terms = createTermbase([
      concept('a', ['en:file system']),
      concept('b', ['en:file']),
      concept('c', ['en:system']),
      concept('d', ['en:tile']),
    ]);
    const found = (text: string, more: object = {}) =>
      terms
        .lookup(text, { locale: 'en', ...more })
        .map(({ term, score, matchType }) => [term.term.text, score, matchType]);
    expect(found('file sistem')).toEqual([
      ['file', 1, 'exact'],
      ['file system', 1 - 1 / 11, 'fuzzy'],
    ]);
    expect(found('file system').map(([text]) => text)).toEqual(['file system', 'file', 'system']);
    expect(found('file', { minScore: 0.75 })).toEqual([
      ['file', 1, 'exact'],
      ['tile', 0.75, 'fuzzy'],
    ]);
    expect(found('files', { minScore: 0.95 })).toEqual([]);
    expect(found('FILE')).toEqual([['file', 0.95, 'case']]);
    expect(found('')).toEqual([]);
  });

  test('T88 a term that should not be used points to its successor', () => {
    const terms = createTermbase([
      concept('old', ['en:e-mail!deprecated', 'de:E-Post!forbidden'], {
        relations: [{ type: 'use-instead', to: 'new' }],
      }),
      concept('new', ['en:email!preferred', 'de:E-Mail']),
      file,
    ]);
    const insteadOf = (id: string, text: string, locale: string) => {
      const own = terms.concept(id);
      const term = own?.terms.find((each) => each.text === text);
      return own && term && terms.replacement({ concept: own, term }, locale)?.term.text;
    };
    expect(insteadOf('old', 'e-mail', 'en')).toBe('email');
    expect(insteadOf('old', 'e-mail', 'de')).toBe('E-Mail');
    expect(insteadOf('file', 'File', 'de')).toBe('Datei');
    expect(insteadOf('file', 'Akte', 'de')).toBeUndefined();
  });
});
