import type { JsonObject } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { runTool, type RunToolOptions } from '../../testing/run-tool.js';
import { aBlock, bold, plural, show, t, variable } from '../../testing/runs-kit.js';
import { searchReplace } from './search-replace.js';

const inSource = { applySource: true, applyTarget: false };

async function replaced(source: Parameters<typeof aBlock>[0], config: object, options: RunToolOptions = {}) {
  const { block } = await runTool(searchReplace, [aBlock(source)], { ...options, config: { ...inSource, ...config } });
  return show(block.source);
}

describe('search-replace', () => {
  test('TV31 a match may cross inline codes', async () => {
    const config = { search: 'abc', replace: 'x' };
    expect(await replaced([t('a'), ...bold('1', t('b')), t('c')], config)).toBe('x');
    expect(await replaced([t('a'), variable('1'), t('bc')], config)).toBe('x<x id="1/"/>');
  });

  test('T11 pairs run in order, each on the result of the one before', async () => {
    const pairs = [
      { search: 'cat', replace: 'dog' },
      { search: 'dog', replace: 'bird' },
    ];
    expect(await replaced('a cat, a dog', { pairs })).toBe('a bird, a bird');
  });

  test('T11 targets are worked on by default, in every form', async () => {
    const block = aBlock('x', { de: [plural({ one: 'ein x', other: 'x x' })] });
    const { block: done } = await runTool(searchReplace, [block], { config: { search: 'x', replace: 'y' } });
    expect([show(done.source), show(done.targets['de']?.runs)]).toEqual(['x', '{one[ein y] other[y y]}']);
  });

  test('T11 each flag changes what is found', async () => {
    const one = { search: 'A.B', replace: '-' };
    expect(await replaced('a.b axb A.B', one)).toBe('a.b axb -');
    expect(await replaced('a.b axb A.B', { ...one, ignoreCase: true })).toBe('- axb -');
    expect(await replaced('a.b axb A.B', { ...one, ignoreCase: true, regEx: true })).toBe('- - -');
    expect(await replaced('a\nb', { search: 'a.b', replace: '-', regEx: true, dotAll: true })).toBe('-');
    expect(await replaced('a\nb', { search: '^b', replace: '-', regEx: true, multiLine: true })).toBe('a\n-');
    expect(await replaced('use user', { search: 'use', replace: '-', wholeWord: true })).toBe('- user');
    expect(await replaced('a a', { search: 'a', replace: '-', replaceAll: false })).toBe('- a');
    expect(await replaced('ab', { pairs: [{ search: '(a)(b)', replace: '$2$1$$', regEx: true }] })).toBe('ba$');
    expect(await replaced('a', { pairs: [{ search: 'A', replace: '$1', ignoreCase: true }] })).toBe('$1');
  });

  test('T4 a pattern that could hang runs on a thread', async () => {
    expect(await replaced('xaaa', { search: '(a+)+$', replace: '-', regEx: true })).toBe('x-');
  });

  test.each([
    [{}, /either .*pairs.*, or/],
    [{ search: 'a' }, /either .*pairs/],
    [{ search: 'a', replace: 'b', pairs: [{ search: 'a', replace: 'b' }] }, /either .*pairs/],
    [{ search: 'a(', replace: 'b', regEx: true }, /Cannot use the pattern/],
    [{ search: '', replace: 'b' }, /search/],
    [{ serach: 'a', replace: 'b' }, /search/],
  ])('T11 %j is refused', async (config, message) => {
    const error: unknown = await runTool(searchReplace, ['a'], { config: { ...inSource, ...config } }).catch(
      (thrown: unknown) => thrown,
    );
    expect(JSON.stringify(error)).toMatch(message);
  });

  test('T4 every bad pattern is told with its place', async () => {
    const bad = { search: 'a(', replace: '' };
    const pairs = [bad, { search: 'ok', replace: '' }, { search: '[', replace: '' }];
    for (const [config, places] of [
      [{ pairs }, ['/spec/steps/0/config/pairs/0/search', '/spec/steps/0/config/pairs/2/search']],
      [bad, ['/spec/steps/0/config/search']],
    ] as const) {
      const running = runTool(searchReplace, ['a'], { config: { ...inSource, regEx: true, ...config } });
      const diagnostics = places.map((pointer) => expect.objectContaining({ pointer }) as unknown);
      await expect(running).rejects.toMatchObject({ details: { diagnostics } });
    }
  });

  test('texts that grow beyond the limit are refused', async () => {
    const pairs = Array.from({ length: 30 }, () => ({ search: 'a', replace: 'aa' }));
    const failureOf = async (source: string, config: JsonObject) =>
      (await runTool(searchReplace, [source], { config: { ...inSource, ...config } })).report.documents[0]?.error;
    const refused = { message: expect.stringContaining('exceeds the limit of 1048576') as string };
    expect(await failureOf('a', { pairs })).toMatchObject(refused);
    const replace = '$&'.repeat(100_000);
    expect(await failureOf('a'.repeat(9_999), { search: 'a', replace, regEx: true })).toMatchObject(refused);
    expect(await replaced('a', { pairs: pairs.slice(0, 20) })).toHaveLength(2 ** 20);
  });

  test('T2 blocks that are not translated are left alone', async () => {
    const fixed = aBlock('a', {}, { translatable: false });
    const { block } = await runTool(searchReplace, [fixed], { config: { ...inSource, search: 'a', replace: 'b' } });
    expect(show(block.source)).toBe('a');
  });
});
