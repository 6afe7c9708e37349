import { describe, expect, test } from 'vitest';
import { foundIn } from '../../testing/finding-kit.js';
import { runTool } from '../../testing/run-tool.js';
import { aBlock } from '../../testing/runs-kit.js';
import { qaCheck } from './qa-check.js';

const rules = async (source: string, target: string, config: object, locale = 'de') => {
  const blocks = [aBlock(source, { [locale]: target })];
  const { block } = await runTool(qaCheck, blocks, { config: { ...config }, targets: [locale] });
  return foundIn(block).map(({ rule }) => rule);
};

describe('style rules of qa-check', () => {
  test.each([
    ['Are you sure?', 'Wirklich löschen.', { checkEndPunctuation: true }, 'qa.end-punctuation'],
    ['Edit _mode_ &now', 'Jetzt _Modus_ bearbeiten', { accelerator: '&' }, 'qa.accelerator'],
  ])('T26 %j → %j is found only when a project asks for it', async (source, target, config, rule) => {
    expect(await rules(source, target, config)).toEqual([rule]);
    expect(await rules(source, target, {})).toEqual([]);
  });

  test.each([
    ['See https://example.org/terms now', 'Siehe https://evil.net/terms'],
    ['See https://example.org/terms now', 'Siehe https://example.com/terms'],
    ['Visit example.org today', 'Besuchen Sie heute example.com'],
  ])('T26 %j → %j has the address of somebody else', async (source, target) => {
    const { block } = await runTool(qaCheck, [aBlock(source, { de: target })], { targets: ['de'] });
    expect(foundIn(block)).toMatchObject([{ rule: 'qa.url', severity: 'major' }]);
  });

  test.each([
    ['Are you sure?', 'Είσαι σίγουρος;', { checkEndPunctuation: true }, 'el'],
    ['Wait…', 'Warten...', { checkEndPunctuation: true }, 'de'],
    ['Done here.', '完成了这件事。', { checkEndPunctuation: true }, 'zh'],
    ['He said "yes"', 'Er sagte „ja“', { checkQuotes: true }, 'de'],
    ['At https://example.org/en/a.', 'Auf https://example.org/de/a.', { checkUrls: true }, 'de'],
    ['See https://example.org/a now', 'Siehe https://de.example.org/a', { checkUrls: true }, 'de'],
    [
      'https://www.example.org/doc/first.en.html',
      'https://www.example.org/doc/first.fr.html',
      { checkUrls: true },
      'fr',
    ],
    [
      'https://www.example.org/doc/maint-guide/first.en.html',
      'https://www.example.org/doc/maint-guide/first.fr.html',
      { checkUrls: true },
      'fr',
    ],
    [':', '\u00A0:', {}, 'fr'],
    ['See https://www.example.org/a now', 'Siehe https://www.example.de/a', { checkUrls: true }, 'de'],
    ['See https://example.co.uk/a now', 'Siehe https://example.de/a', { checkUrls: true }, 'de'],
    ['See https://docs.example.org/intro now', 'Siehe https://www.example.org/willkommen', { checkUrls: true }, 'de'],
    ['Visit example.org today', 'Besuchen Sie heute example.de', { checkUrls: true }, 'de'],
    ['&Open file', 'ファイルを開く(&O)', { accelerator: '&' }, 'ja'],
    ['This & that', 'Dies und das', { accelerator: '&' }, 'de'],
  ])('T26 %j → %j is as it should be', async (source, target, config, locale) => {
    expect(await rules(source, target, config, locale)).toEqual([]);
  });
});
