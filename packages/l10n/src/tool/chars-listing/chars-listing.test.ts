import { describe, expect, test } from 'vitest';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, plural, t, variable } from '../../testing/runs-kit.js';
import { charsListing } from './chars-listing.js';
import { unicodeRange } from './list-chars.js';

const listed = async (blocks: readonly ReturnType<typeof aBlock>[], config: object = {}) =>
  (await runTool(charsListing, blocks, { config: { ...config }, targets: ['de', 'ja'] })).report.reports[
    'chars-listing'
  ];

describe('chars-listing', () => {
  test('T37 lists each character with number, block and counts, and the range of a font', async () => {
    const blocks = [
      aBlock([t('ab'), variable('1', 'zz'), plural({ one: 'a', other: 'c' })], { de: 'ä' }),
      aBlock('a', { ja: '日😀' }, { id: 'b2' }),
    ];
    expect(await listed(blocks)).toEqual({
      totals: { characters: 6, occurrences: 8 },
      documents: [{ file: 'test.txt', characters: 6, occurrences: 8 }],
      groups: [
        {
          group: 'de',
          unicodeRange: 'U+E4',
          characters: [{ codePoint: 'U+00E4', character: 'ä', block: 'Latin-1 Supplement', counts: { de: 1 } }],
        },
        {
          group: 'en',
          unicodeRange: 'U+61-63',
          characters: [
            { codePoint: 'U+0061', character: 'a', block: 'Basic Latin', counts: { en: 3 } },
            { codePoint: 'U+0062', character: 'b', block: 'Basic Latin', counts: { en: 1 } },
            { codePoint: 'U+0063', character: 'c', block: 'Basic Latin', counts: { en: 1 } },
          ],
        },
        {
          group: 'ja',
          unicodeRange: 'U+65E5, U+1F600',
          characters: [
            { codePoint: 'U+65E5', character: '日', block: 'CJK Unified Ideographs', counts: { ja: 1 } },
            { codePoint: 'U+1F600', character: '😀', block: 'Emoticons', counts: { ja: 1 } },
          ],
        },
      ],
    });
  });

  test('T37 groups by nothing, or by script', async () => {
    const blocks = [aBlock('aж1', { de: 'a' })];
    expect(await listed(blocks, { groupBy: 'none' })).toMatchObject({
      groups: [{ group: 'all', characters: [{ character: '1' }, { character: 'a', counts: { en: 1, de: 1 } }, {}] }],
    });
    const byScript = (await listed(blocks, { groupBy: 'script' })) as { groups: { group: string }[] };
    expect(byScript.groups.map(({ group }) => group)).toEqual(['Common', 'Cyrillic', 'Latin']);
  });

  test('T37 lists the source, targets, or both', async () => {
    const blocks = [aBlock('a', { de: 'b' })];
    const groups = async (config: object) =>
      ((await listed(blocks, config)) as { groups: { group: string }[] }).groups.map(({ group }) => group);
    expect(await groups({ includeTarget: false })).toEqual(['en']);
    expect(await groups({ includeSource: false })).toEqual(['de']);
    await expect(listed(blocks, { includeSource: false, includeTarget: false })).rejects.toThrow('both off');
  });

  test('T2 blocks that are not translated are left out', async () => {
    expect(await listed([aBlock('a', {}, { translatable: false })])).toBeUndefined();
  });

  test('T37 the range joins neighbours', () => {
    expect(unicodeRange([0x20, 0x41, 0x42, 0x43, 0x1f600])).toBe('U+20, U+41-43, U+1F600');
    expect(unicodeRange([])).toBe('');
  });
});
