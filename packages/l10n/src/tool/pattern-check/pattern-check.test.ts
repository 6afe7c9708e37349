import type { JsonObject } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { foundIn, rulesFound } from '../../testing/finding-kit.js';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, plural, t, variable } from '../../testing/runs-kit.js';
import { patternCheck } from './pattern-check.js';

type Content = Parameters<typeof aBlock>[0];
type Patterns = readonly JsonObject[];

const checked = async (source: Content, target: Content, patterns: Patterns, config: object = {}, fields = {}) =>
  (
    await runTool(patternCheck, [aBlock(source, { de: target }, fields)], {
      config: { patterns: [...patterns], ...config },
    })
  ).block;
const digits = { name: 'digits', pattern: '[0-9]+', mustMatch: true };
const quotes = { name: 'straight quotes', pattern: '"', mustNotMatch: true };

describe('pattern-check', () => {
  test('T34 a pattern must fit both sides as often', async () => {
    expect(rulesFound(await checked('1 and 2', '2 und 1', [digits]))).toEqual([]);
    expect(foundIn(await checked('1 and 2', 'eins und 1', [digits]))).toMatchObject([
      {
        rule: 'pattern.mismatch',
        severity: 'major',
        subject: 'digits',
        message: '"digits" matches 2 times in the source and 1 time in the target',
        source: { start: 6, end: 7 },
        target: { start: 0, end: 10 },
      },
    ]);
    expect(foundIn(await checked('1', [variable('1'), t('1 2')], [digits]))).toMatchObject([
      { source: { start: 0, end: 1 }, target: { start: 3, end: 4 } },
    ]);
  });

  test('T34 a forbidden pattern is found at each hit', async () => {
    expect(foundIn(await checked('x', 'a "b"', [quotes, digits]))).toMatchObject([
      { rule: 'pattern.forbidden', severity: 'major', target: { start: 2, end: 3 } },
      { rule: 'pattern.forbidden', target: { start: 4, end: 5 } },
    ]);
  });

  test('T34 forms are compared each with its like', async () => {
    const source = [plural({ one: 'a file', other: '2 files' })];
    const block = await checked(source, [plural({ one: '1 Datei', other: '2 Dateien' })], [digits]);
    expect(foundIn(block)).toMatchObject([{ target: { path: '/0:one', start: 0, end: 1 } }]);
  });

  test('T34 each pattern has exactly one of the two flags', async () => {
    const named = { name: 'x', pattern: 'x' };
    for (const wrong of [named, { ...named, mustMatch: true, mustNotMatch: true }, { ...named, mustMatch: false }]) {
      await expect(checked('x', 'x', [wrong])).rejects.toThrow('exactly one of "mustMatch" and "mustNotMatch"');
    }
    await expect(checked('x', 'x', [])).rejects.toThrow('at least 1 item');
  });

  test('T4 a pattern that could hang runs on a thread, and a bad one is refused', async () => {
    const slow = { name: 'slow', pattern: '(a+)+b', mustNotMatch: true };
    expect(rulesFound(await checked('x', 'aab', [slow, digits]))).toEqual(['pattern.forbidden']);
    await expect(checked('x', 'x', [{ ...slow, pattern: '(' }])).rejects.toThrow('Cannot use the pattern');
  });

  test('T34 severities are as the project says', async () => {
    const severities = { 'pattern.forbidden': 'minor' };
    expect(foundIn(await checked('x', '"', [quotes], { severities }))).toMatchObject([{ severity: 'minor' }]);
  });

  test('T2 blocks without a target, and those that are not translated, are left alone', async () => {
    const config = { patterns: [digits], targetLocale: 'de' };
    expect((await runTool(patternCheck, [aBlock('1')], { config })).block.overlays).toEqual([]);
    expect(rulesFound(await checked('1', 'x', [digits], {}, { translatable: false }))).toEqual([]);
  });
});
