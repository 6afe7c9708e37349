import { describe, expect, test } from 'vitest';
import { foundIn, rulesFound } from '../../testing/finding-kit.js';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, plural, t, variable } from '../../testing/runs-kit.js';
import { lengthCheck } from './length-check.js';

type Content = Parameters<typeof aBlock>[0];

const quiet = { checkMaxCharLength: false, checkMinCharLength: false };
const checked = async (source: Content, target: Content, config: object = {}, fields = {}) =>
  (await runTool(lengthCheck, [aBlock(source, { de: target }, fields)], { config: { ...quiet, ...config } })).block;
const rules = async (...args: Parameters<typeof checked>) => rulesFound(await checked(...args));

describe('length-check', () => {
  test('T32 a target has a number of characters and of words', async () => {
    expect(await rules('x', 'four', { maxChars: 4 })).toEqual([]);
    expect(await rules('x', 'fiver', { maxChars: 4 })).toEqual(['length.max-chars']);
    expect(await rules('x', 'a b c', { maxWords: 3 })).toEqual([]);
    expect(await rules('x', 'a b c d', { maxWords: 3 })).toEqual(['length.max-words']);
    expect(await rules('x', [t('abcd'), variable('1', '%long')], { maxChars: 4 })).toEqual([]);
  });

  test('T32 length is counted in the chosen unit', async () => {
    const family = '👩\u200D🔬';
    const long = async (unit: string, maxChars: number) => rules('x', family, { unit, maxChars });
    for (const [unit, length] of Object.entries({ graphemes: 1, chars: 3, utf16: 5, utf8: 11 })) {
      expect(await long(unit, length)).toEqual([]);
      if (length > 1) expect(await long(unit, length - 1)).toEqual(['length.max-chars']);
    }
  });

  test('T32 a target has a share of its source', async () => {
    expect(await rules('1234567890', '1234567890123', { maxPercentage: 120 })).toEqual(['length.max-percentage']);
    expect(await rules('1234567890', '123456789012', { maxPercentage: 120 })).toEqual([]);
    expect(await rules('1234567890', '1234', { minPercentage: 50 })).toEqual(['length.min-percentage']);
    expect(await rules('1234567890', '12345', { minPercentage: 50 })).toEqual([]);
    expect(await rules('', '1', { maxPercentage: 1 })).toEqual([]);
  });

  test('T32 the hint of a block is heard unless it is turned off', async () => {
    const fields = { displayHint: { maxLength: 5, unit: 'utf8' } };
    expect(await rules('x', 'fünf5', {}, fields)).toEqual(['length.hint']);
    expect(await rules('x', 'funf5', {}, fields)).toEqual([]);
    expect(await rules('x', 'fünf5', { useHint: false }, fields)).toEqual([]);
  });

  test('T32 a target is in proportion to its source', async () => {
    const of = (length: number) => 'x'.repeat(length);
    const on = { checkMaxCharLength: true, checkMinCharLength: true };
    expect(await rules(of(20), of(71), on)).toEqual(['length.max-relative']);
    expect(await rules(of(20), of(70), on)).toEqual([]);
    expect(await rules(of(21), of(43), on)).toEqual(['length.max-relative']);
    expect(await rules(of(21), of(9), on)).toEqual(['length.min-relative']);
    expect(await rules(of(20), of(6), on)).toEqual([]);
    const tighter = { ...on, maxCharLengthBreak: 5, maxCharLengthAbove: 100, maxCharLengthBelow: 500 };
    expect(await rules(of(6), of(7), tighter)).toEqual(['length.max-relative']);
    const longer = { ...on, minCharLengthBreak: 5, minCharLengthAbove: 100, minCharLengthBelow: 100 };
    expect(await rules(of(6), of(5), longer)).toEqual(['length.min-relative']);
    expect(await rules(of(5), of(4), longer)).toEqual(['length.min-relative']);
  });

  test('T32 every form is measured, and findings have places on both sides', async () => {
    const source = [plural({ one: 'file', other: 'files' })];
    const block = await checked(source, [plural({ one: 'Datei', other: 'Dateien' })], { maxChars: 5 });
    expect(foundIn(block)).toMatchObject([
      {
        rule: 'length.max-chars',
        severity: 'major',
        message: 'The target has 7 characters, at most 5 allowed',
        source: { path: '/0:other', start: 0, end: 5 },
        target: { path: '/0:other', start: 0, end: 7 },
      },
    ]);
  });

  test('T32 severities are as said, or as the project says', async () => {
    const all = { maxChars: 1, maxWords: 1, maxPercentage: 100 };
    const found = foundIn(await checked('x', 'a b', all));
    expect(found.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['length.max-chars', 'major'],
      ['length.max-words', 'major'],
      ['length.max-percentage', 'minor'],
    ]);
    const severities = { 'length.max-chars': 'off', 'length.max-words': 'critical' };
    expect(foundIn(await checked('x', 'a b', { ...all, severities })).map(({ severity }) => severity)).toEqual([
      'critical',
      'minor',
    ]);
  });

  test('T2 blocks without a target, and those that are not translated, are left alone', async () => {
    const { block } = await runTool(lengthCheck, [aBlock('x')], { config: { maxChars: 1, targetLocale: 'de' } });
    expect(block.overlays).toEqual([]);
    expect(await rules('x', 'abc', { maxChars: 1 }, { translatable: false })).toEqual([]);
  });
});
