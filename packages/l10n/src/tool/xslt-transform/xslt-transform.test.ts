import type { JsonObject } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, bold, plural, show, t, variable } from '../../testing/runs-kit.js';
import { xsltTransform } from './xslt-transform.js';

type Content = Parameters<typeof aBlock>[0];

const transformed = async (source: Content, rules: readonly JsonObject[], config: object = {}) =>
  (await runTool(xsltTransform, [aBlock(source, { de: source })], { config: { rules: [...rules], ...config } })).block;

describe('xslt-transform', () => {
  test('T20 rules run in order, each on the result of the one before', async () => {
    const rules = [
      { pattern: '(?<word>[a-z]+)', replace: '<$<word>>' },
      { pattern: '<(.)', replace: '[$1' },
    ];
    expect(show((await transformed('ab cd', rules)).source)).toBe('[ab> [cd>');
  });

  test('T20 a rule for tags rewrites the data of codes and nothing else', async () => {
    const source = [t('b '), ...bold('1', t('b')), variable('2', '%b')];
    const { source: after } = await transformed(source, [{ pattern: 'b', replace: 'strong', scope: 'tag' }]);
    expect(after).toMatchObject([
      { text: 'b ' },
      { kind: 'pc-open', id: '1', data: '<strong>' },
      { text: 'b' },
      { kind: 'pc-close', id: '1', data: '</strong>' },
      { kind: 'ph', id: '2', data: '%strong' },
    ]);
  });

  test('T20 text and tags are rewritten together, in every form', async () => {
    const source = [t('a '), variable('1', 'a'), plural({ one: [t('a'), variable('2', 'a')], other: [t('b')] })];
    const rules = [
      { pattern: 'a', replace: 'x' },
      { pattern: 'a', replace: 'y', scope: 'tag' },
    ];
    const { source: after } = await transformed(source, rules);
    expect(after).toMatchObject([{ text: 'x ' }, { data: 'y' }, { forms: { one: [{ text: 'x' }, { data: 'y' }] } }]);
  });

  test('T20 a code that goes with its text is not rewritten', async () => {
    const breaks = { kind: 'ph', id: '1', type: 'struct:break', data: '<br>' } as const;
    const rules = [
      { pattern: 'ab', replace: 'x' },
      { pattern: 'br', replace: 'hr', scope: 'tag' },
    ];
    expect((await transformed([t('a'), breaks, t('b')], rules)).source).toEqual([t('x')]);
  });

  test('T20 works on the source unless told otherwise', async () => {
    const rules = [{ pattern: 'a', replace: 'x' }];
    const first = await transformed('a', rules);
    expect([show(first.source), show(first.targets['de']?.runs)]).toEqual(['x', 'a']);
    const second = await transformed('a', rules, { applySource: false, applyTarget: true });
    expect([show(second.source), show(second.targets['de']?.runs)]).toEqual(['a', 'x']);
    await expect(transformed('a', rules, { applySource: false })).rejects.toThrow('both off');
  });

  test('T4 a pattern that could hang runs on a thread, and a bad one is refused', async () => {
    const rules = [
      { pattern: '(a+)+$', replace: 'x' },
      { pattern: '(a+)+$', replace: 'y', scope: 'tag' },
    ];
    const { source } = await transformed([variable('1', 'aa'), t('aa')], rules);
    expect(source).toMatchObject([{ data: 'y' }, { text: 'x' }]);
    await expect(transformed('a', [{ pattern: '(', replace: '' }])).rejects.toThrow('Cannot use the pattern');
  });

  test('T20 says that it is not XSLT, and needs rules', async () => {
    expect(xsltTransform.schema.description).toContain('not XSLT');
    await expect(runTool(xsltTransform, ['a'])).rejects.toThrow('"rules"');
    await expect(transformed('a', [])).rejects.toThrow('at least 1 item');
  });

  test.each(['text', 'tag'])('a %s that grows beyond the limit is refused', async (scope) => {
    const rules = Array.from({ length: 30 }, () => ({ pattern: 'a', replace: 'aa', scope }));
    const block = aBlock([t('a'), variable('1', 'a')]);
    const { report } = await runTool(xsltTransform, [block], { config: { rules } });
    expect(report.documents[0]?.error).toMatchObject({
      message: expect.stringContaining('exceeds the limit of 1048576') as string,
    });
  });

  test('T2 blocks that are not translated are left alone', async () => {
    const fixed = aBlock('a', {}, { translatable: false });
    const { block } = await runTool(xsltTransform, [fixed], { config: { rules: [{ pattern: 'a', replace: 'x' }] } });
    expect(show(block.source)).toBe('a');
  });
});
