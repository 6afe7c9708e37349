import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, bold, plural, show, t, variable } from '../../testing/runs-kit.js';
import { whitespaceCorrect } from './whitespace-correct.js';

type Content = Parameters<typeof aBlock>[0];

async function corrected(source: Content, target: Content, locale = 'fr', config: object = {}, fields = {}) {
  const block = aBlock(source, { [locale]: target }, fields);
  const run = await runTool(whitespaceCorrect, [block], { config: { ...config }, targets: [locale] });
  return show(run.block.targets[locale]?.runs);
}

describe('whitespace-correct', () => {
  test('TV29 spaces between words of a language that has them stay', async () => {
    expect(await corrected('Hello. World', 'Bonjour. Monde')).toBe('Bonjour. Monde');
  });

  test('TV29 a language written without spaces has none behind signs', async () => {
    expect(await corrected('Hello. World', '你好。 世界', 'zh')).toBe('你好。世界');
    expect(await corrected('A, b! C?', 'ก, ข! ค? ง', 'th')).toBe('ก,ข!ค?ง');
    expect(await corrected('A. b', '가. 나', 'ko')).toBe('가. 나');
  });

  test('TV29 joiners that join stay', async () => {
    for (const [locale, text] of [
      ['fa', 'می\u200Cخواهم'],
      ['fr', '👨\u200D👩\u200D👧'],
      ['hi', 'क्\u200Dष'],
      ['th', 'ภาษา\u200Bไทย'],
    ] as const) {
      expect(await corrected('x', text, locale)).toBe(text);
    }
  });

  test('T17 characters without width go where they do nothing', async () => {
    expect(await corrected('x', '\uFEFFa\u200Bb\u200Dc\u200C\u200Dd ж\u200Cж 漢\u200D字 e\u0301\u200De')).toBe(
      'abcd жж 漢字 e\u0301e',
    );
    expect(await corrected('x', 'a\u200Bb', 'fr', { removeZeroWidthChars: false })).toBe('a\u200Bb');
  });

  test('T17 spaces in a row become one, and begin anew at a code', async () => {
    const target = [t('a  b '), variable('1'), t(' c   '), ...bold('2', t('  d'))];
    expect(await corrected('x', target)).toBe('a b <x id="1/"/> c <x id="2"/> d<x id="/2"/>');
    expect(await corrected('x', 'a  b', 'fr', { normalizeSpaces: false })).toBe('a  b');
  });

  test('T17 the edges are trimmed when that is wanted', async () => {
    const only = { matchSourceWhitespace: false };
    expect(await corrected('x', '\t a \n', 'fr', { ...only, trimLeading: true })).toBe('a \n');
    expect(await corrected('x', ' a \n', 'fr', { ...only, trimTrailing: true })).toBe(' a');
    expect(await corrected('x', ' a ', 'fr', only)).toBe(' a ');
  });

  test('T17 the white space at both ends is that of the source, outside of codes', async () => {
    expect(await corrected('\n x ', 'y')).toBe('\n y ');
    expect(await corrected('x', ' y\n')).toBe('y');
    expect(await corrected(' x ', [...bold('1', t('y'))])).toBe(' <x id="1"/>y<x id="/1"/> ');
    expect(await corrected([variable('1'), t(' each')], [variable('1'), t(' chacun')])).toBe('<x id="1/"/> chacun');
    expect(await corrected(' x', '')).toBe('');
  });

  test('T17 only the included kinds of white space are copied', async () => {
    expect(await corrected('\n x', '\ty', 'fr', { includeHorizontalWS: false })).toBe('\n\ty');
    expect(await corrected('\n x', '\ty', 'fr', { includeVerticalWS: false })).toBe(' y');
  });

  test('T17 only the included kinds of white space go behind signs', async () => {
    expect(await corrected('x', '甲。\n 乙', 'zh')).toBe('甲。乙');
    expect(await corrected('x', '甲。\n 乙', 'zh', { includeVerticalWS: false })).toBe('甲。\n乙');
  });

  test('T17 each sign has its own option', async () => {
    const text = '甲. 乙, 丙! 丁? 戊';
    expect(await corrected('x', text, 'ja')).toBe('甲.乙,丙!丁?戊');
    expect(await corrected('x', text, 'ja', { correctFullStop: false })).toBe('甲. 乙,丙!丁?戊');
    expect(await corrected('x', text, 'ja', { correctComma: false })).toBe('甲.乙, 丙!丁?戊');
    expect(await corrected('x', text, 'ja', { correctExclamation: false })).toBe('甲.乙,丙! 丁?戊');
    expect(await corrected('x', text, 'ja', { correctQuestion: false })).toBe('甲.乙,丙!丁? 戊');
    expect(await corrected('x.', '甲。 ', 'zh')).toBe('甲。');
    expect(await corrected('x ', '甲。 ', 'zh')).toBe('甲。 ');
  });

  test('T17 a block that keeps its white space loses characters without width only', async () => {
    expect(await corrected(' x', 'a\u200B  b ', 'fr', {}, { preserveWhitespace: true })).toBe('a  b ');
  });

  test('T17 every form is corrected after its own source', async () => {
    const source = [plural({ one: ' a', other: 'b' })];
    const same = [t('x  y')];
    expect(await corrected(source, [plural({ one: same, other: same })])).toBe('{one[ x y] other[x y]}');
  });

  test('T17 an approved target keeps its status', async () => {
    const block = aBlock('x', { fr: 'a  b' }, { status: 'signed-off' });
    const { block: after } = await runTool(whitespaceCorrect, [block], {
      config: { targetLocale: 'fr' },
      targets: ['fr'],
    });
    expect(after.targets['fr']).toMatchObject({ status: 'signed-off', runs: [{ text: 'a b' }] });
  });

  test('T2 blocks that are not translated, or have no target, are left alone', async () => {
    expect(await corrected('x', 'a  b', 'fr', {}, { translatable: false })).toBe('a  b');
    expect((await runTool(whitespaceCorrect, [aBlock('x')])).block.targets).toEqual({});
  });

  test('T17 a second run changes nothing', async () => {
    const text = fc.array(fc.constantFrom('a', '。', '.', ' ', '\n', '\t', '\u200B', '\u200D', '漢', 'ท'), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(text, text, fc.constantFrom('fr', 'zh', 'th'), async (source, target, locale) => {
        const once = await corrected(source.join(''), target.join(''), locale);
        expect(await corrected(source.join(''), once, locale)).toBe(once);
      }),
      { numRuns: 60 },
    );
  });
});
