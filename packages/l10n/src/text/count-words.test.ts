import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLongRun } from '../../../../test/long-runs.js';
import { needs } from '../../../../test/needs.js';
import { countPlainWords, countSegments } from './count-unicode-words.js';
import { countWords } from './count-words.js';

describe('countWords', () => {
  test('TV30 counts what Unicode calls words', () => {
    expect(countWords('Hello brave new world', 'en')).toBe(4);
    expect(countWords('你好世界', 'zh')).toBe(2);
    expect(countWords('こんにちは世界', 'ja')).toBe(2);
    expect(countWords("don't 3.14 a_b well-known", 'en')).toBe(5);
    expect(countWords(' ', 'en')).toBe(0);
  });

  test('T6 by white space, a word is what stands between it', () => {
    expect(countWords('well-known  facts\n— here', 'en', 'whitespace')).toBe(4);
  });

  test.each([
    ['well-known facts — here & there, 3.14 %', 7],
    ['<a href="x">Read</a> more<br/>now', 3],
    ['config.json', 2],
    ['see e.g. this', 2],
    ['%(count)d of %s', 3],
  ])('as pocount, %j has %i words', (text, words) => {
    expect(countWords(text, 'en', 'pocount')).toBe(words);
  });

  test.each([
    ['en', 'Hello brave, well-known 3.14 世界', 6],
    ['zh-Hans', '你好世界你好世界你好世界你好', 5],
    ['ja', 'これは Helve です', 3],
    ['ko', '안녕하세요 세계', 2],
    ['th', 'สวัสดีชาวโลก', 2],
    ['zh', '是', 1],
  ])('by GMX-V, words in %s are those of Unicode or a number of characters: %s', (locale, text, words) => {
    expect(countWords(text, locale, 'gmx-v')).toBe(words);
  });

  test('T6 the quick way gives the same count as Intl.Segmenter', () => {
    const signs = Array.from('aZéßЖλ19_\'’.,:;·-–—“”"()<>/%$€ \n\u00A0\u00AD\u0301');
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...signs), { maxLength: 12 }), (letters) => {
        const text = letters.join('');
        const quick = countPlainWords(text);
        if (quick >= 0) expect(quick, JSON.stringify(text)).toBe(countSegments(text, 'en'));
      }),
      { numRuns: 5000 },
    );
  });

  test('T6 the quick way gives the same count on every line of real files', needs('shared'), () => {
    const root = join(import.meta.dirname, '../../../../../shared/data/l10n');
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    // Packages such as .docx are not text.
    const texts = files
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
      .filter((text) => !/[\0\uFFFD]/.test(text));
    const lines = new Set(texts.flatMap((text) => text.split('\n')));
    let covered = 0;
    // A short run looks at every tenth line.
    for (const line of isLongRun ? lines : [...lines].filter((_, at) => at % 10 === 0)) {
      const quick = countPlainWords(line);
      if (quick < 0) continue;
      covered += 1;
      if (quick !== countSegments(line, 'en')) expect.fail(`${JSON.stringify(line)}: ${quick}`);
    }
    expect(covered / (isLongRun ? lines.size : lines.size / 10)).toBeGreaterThan(0.8);
  });
});
