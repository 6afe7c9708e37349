import { describe, expect, test } from 'vitest';
import { aBlock, plural, t, variable } from '../testing/runs-kit.js';
import { blockDrafts } from './block-drafts.js';

const choice = { minStatus: 'new', document: 'a.po', session: 'learn-1' } as const;
const files = plural({ one: [variable('1'), t(' file')], other: [variable('1'), t(' files')] });

describe('blockDrafts', () => {
  test('T82 a message that is one plural is learned with its forms', () => {
    const polish = plural({
      one: [variable('1'), t(' plik')],
      few: [variable('1'), t(' pliki')],
      many: [variable('1'), t(' plików')],
      other: [variable('1'), t(' pliku')],
    });
    const { drafts, broken } = blockDrafts(aBlock([files], { pl: [polish] }), choice);
    expect(drafts.map(({ variants }) => variants)).toEqual([{ en: [files], pl: [polish] }]);
    expect(broken).toBe(0);
  });

  test('T82 a plural that lost a code in one of its forms is left out and counted', () => {
    const german = plural({ one: [variable('1'), t(' Datei')], other: [t('Dateien')] });
    expect(blockDrafts(aBlock([files], { de: [german] }), choice)).toEqual({
      drafts: [],
      early: 0,
      engine: 0,
      broken: 1,
    });
  });

  test('T82 forms without a word are nothing to learn', () => {
    const empty = plural({ one: [variable('1')], other: [variable('1'), t(' ')] });
    expect(blockDrafts(aBlock([empty], { de: [empty] }), choice)).toEqual({
      drafts: [],
      early: 0,
      engine: 0,
      broken: 0,
    });
  });
});
