import { describe, expect, test } from 'vitest';
import { runTool } from '../testing/run-tool.js';
import { aBlock, t, variable } from '../testing/runs-kit.js';
import { qaCheck } from '../tool/qa-check/qa-check.js';
import { findingsIn } from './collect-findings.js';

describe('findingsIn', () => {
  test('T45 tells where each finding is, on both sides, with a piece of the text', async () => {
    const source = aBlock([t('Hello '), variable('1')], { de: `Hallo  ${'lange '.repeat(30)}` }, { name: 'greeting' });
    const { block } = await runTool(qaCheck, [source], {
      config: { checkMaxCharLength: false, checkDoubledWord: false },
    });
    const located = findingsIn(block, 'a.json', 7);
    expect(located.map(({ finding }) => finding.rule)).toEqual([
      'qa.trailing-whitespace',
      'qa.double-spaces',
      'qa.non-deletable-missing',
    ]);
    expect(located[2]).toMatchObject({
      file: 'a.json',
      block: 'b1',
      name: 'greeting',
      order: 7,
      source: { start: 6, end: 7 },
    });
    expect(located[1]).toMatchObject({ target: { start: 5, end: 7 } });
    expect(located[1]?.source).toBeUndefined();
    expect(located[0]?.snippet).toMatch(/^Hallo lange .*…$/);
    expect(located[0]?.snippet).toHaveLength(80);
  });
});
