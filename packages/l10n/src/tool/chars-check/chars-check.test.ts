import { describe, expect, test } from 'vitest';
import { foundIn, rulesFound } from '../../testing/finding-kit.js';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, plural, t, variable } from '../../testing/runs-kit.js';
import { charsCheck } from './chars-check.js';

const checked = async (target: Parameters<typeof aBlock>[0], config: object = {}, fields = {}) =>
  (await runTool(charsCheck, [aBlock('x', { de: target }, fields)], { config: { ...config } })).block;

describe('chars-check', () => {
  test('T33 each forbidden character is found where it stands', async () => {
    const block = await checked([t('a§'), variable('1'), t('😀§')], { forbiddenChars: '§😀' });
    expect(foundIn(block)).toMatchObject([
      { rule: 'chars.forbidden', severity: 'major', subject: '§', target: { start: 1, end: 2 } },
      { rule: 'chars.forbidden', subject: '😀', target: { start: 3, end: 4 } },
      { rule: 'chars.forbidden', subject: '§', target: { start: 4, end: 5 } },
    ]);
  });

  test('T33 each required character that is missing is found, in every form', async () => {
    const block = await checked([plural({ one: 'a!', other: 'b' })], { requiredChars: '!!' });
    expect(foundIn(block)).toMatchObject([
      { rule: 'chars.required-missing', severity: 'minor', target: { start: 0, end: 1 } },
      { rule: 'chars.required-missing', target: { path: '/0:other', start: 0, end: 1 } },
    ]);
  });

  test('T33 all characters that an encoding lacks are listed in one finding', async () => {
    const block = await checked('aжb😀жc', { charset: 'iso-8859-15' });
    expect(foundIn(block)).toMatchObject([
      {
        rule: 'chars.charset',
        severity: 'minor',
        message: '"iso-8859-15" does not have "ж" (U+0436), "😀" (U+1F600)',
        target: { start: 1, end: 5 },
        metadata: {
          characters: [
            { character: 'ж', codePoint: 'U+0436', count: 2 },
            { character: '😀', codePoint: 'U+1F600', count: 1 },
          ],
        },
      },
    ]);
    for (const charset of ['utf-8', 'utf-16le', 'gb18030']) {
      expect(rulesFound(await checked('aжb😀', { charset }))).toEqual([]);
    }
    expect(rulesFound(await checked('日本', { charset: 'shift_jis' }))).toEqual([]);
    expect(rulesFound(await checked('日本', { charset: 'windows-1252' }))).toEqual(['chars.charset']);
  });

  test('T33 an encoding that nobody knows is refused', async () => {
    await expect(checked('a', { charset: 'utf-9' })).rejects.toThrow('"utf-9" is unknown');
  });

  test('T33 what a wrong encoding leaves is found unless that is turned off', async () => {
    const target = [t('a\uFFFD'), variable('1'), t('\u0007\t\n\r\u007F\u0085')];
    expect(foundIn(await checked(target))).toMatchObject([
      { rule: 'chars.replacement', severity: 'major', target: { start: 1, end: 2 } },
      { rule: 'chars.control', severity: 'major', message: 'The text contains the control character U+0007' },
      { rule: 'chars.control', target: { start: 7, end: 8 } },
      { rule: 'chars.control', target: { start: 8, end: 9 } },
    ]);
    expect(rulesFound(await checked(target, { checkCorrupted: false }))).toEqual([]);
  });

  test('T33 mojibake is found, with what was meant', async () => {
    expect(foundIn(await checked('Ã¼ber'))).toMatchObject([
      { rule: 'chars.mojibake', severity: 'major', suggestion: 'über', target: { start: 0, end: 5 } },
    ]);
    expect(rulesFound(await checked('über'))).toEqual([]);
  });

  test('T33 severities are as the project says', async () => {
    const severities = { 'chars.forbidden': 'neutral' };
    expect(foundIn(await checked('§', { forbiddenChars: '§', severities }))).toMatchObject([{ severity: 'neutral' }]);
  });

  test('T2 blocks without a target, and those that are not translated, are left alone', async () => {
    const config = { requiredChars: '!', targetLocale: 'de' };
    expect((await runTool(charsCheck, [aBlock('x')], { config })).block.overlays).toEqual([]);
    expect(rulesFound(await checked('a', config, { translatable: false }))).toEqual([]);
  });
});
