import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foundIn, rulesFound } from '../../testing/finding-kit.js';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, bold, plural, show, t } from '../../testing/runs-kit.js';
import { decodePercent } from './percent-code.js';
import { uriConvert } from './uri-convert.js';

type Content = Parameters<typeof aBlock>[0];

async function converted(target: Content, config: object = {}) {
  const { block } = await runTool(uriConvert, [aBlock('%41', { de: target })], { config: { ...config } });
  return { block, text: show(block.targets['de']?.runs), source: show(block.source) };
}

describe('uri-convert', () => {
  test('TV40 escapes are decoded, and a percent sign that is none is told', async () => {
    const { block, text } = await converted('100% a%20b');
    expect(text).toBe('100% a b');
    expect(foundIn(block)).toMatchObject([
      { rule: 'uri.invalid', severity: 'minor', subject: '%', target: { start: 3, end: 4 } },
    ]);
  });

  test('T52 escapes are read as UTF-8, and what is no character stays', async () => {
    const { block, text } = await converted('%C3%A4 %F0%9F%98%80 %E2%82 %FF %ED%A0%80 %c3%a4 %C0%80');
    expect(text).toBe('ä 😀 %E2%82 %FF %ED%A0%80 ä %C0%80');
    expect(foundIn(block).map(({ subject }) => subject)).toEqual([
      '%E2',
      '%82',
      '%FF',
      '%ED',
      '%A0',
      '%80',
      '%C0',
      '%80',
    ]);
  });

  test('T52 text is encoded but for the characters that are kept', async () => {
    expect((await converted('a b/ä?100%', { mode: 'encode' })).text).toBe('a%20b/%C3%A4?100%25');
    expect((await converted('a b/c', { mode: 'encode', keep: 'a /' })).text).toBe('a %62/%63');
    expect(rulesFound((await converted('100%', { mode: 'encode' })).block)).toEqual([]);
  });

  test('T52 codes stay, every form is converted, and findings stand on their side', async () => {
    const content = [...bold('1', t('%41')), t('%'), plural({ one: '%42', other: '%' })];
    const { block, text, source } = await converted(content);
    expect([text, source]).toEqual(['<x id="1"/>A<x id="/1"/>%{one[B] other[%]}', '%41']);
    expect(foundIn(block).map(({ side, target }) => [side, target])).toMatchObject([
      ['target', { start: 3, end: 4 }],
      ['target', { path: '/4:other', start: 0, end: 1 }],
    ]);
  });

  test('T52 works on the source when told to', async () => {
    const { source, text } = await converted('%42', { applySource: true, applyTarget: false });
    expect([source, text]).toEqual(['A', '%42']);
  });

  test('T52 a finding that no longer holds goes', async () => {
    const { block } = await converted('50%');
    block.targets['de'] = { ...block.targets['de'], runs: [t('50')], status: 'draft' };
    expect(rulesFound((await runTool(uriConvert, [block])).block)).toEqual([]);
  });

  test('T52 whatever was encoded is decoded as it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 6 }), async (text) => {
        const { text: encoded } = await converted(text, { mode: 'encode', keep: 'abc' });
        const { changes, invalid } = decodePercent(encoded);
        const chars = changes.map((change) => change.text).join('');
        expect([invalid, chars]).toEqual([[], [...text].filter((char) => !'abc'.includes(char)).join('')]);
      }),
      { numRuns: 40 },
    );
  });

  test('T2 blocks that are not translated are left alone', async () => {
    const { block } = await runTool(uriConvert, [aBlock('x', { de: '%41%' }, { translatable: false })]);
    expect([show(block.targets['de']?.runs), block.overlays]).toEqual(['%41%', []]);
  });
});
