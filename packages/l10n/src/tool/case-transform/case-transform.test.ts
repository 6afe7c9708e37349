import { describe, expect, test } from 'vitest';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, bold, plural, show, t } from '../../testing/runs-kit.js';
import { caseTransform } from './case-transform.js';
import { caseText } from './case-text.js';

describe('case-transform', () => {
  test.each([
    ['title', 'hello wORLD', 'en', 'Hello World'],
    ['upper', 'istanbul', 'tr', 'İSTANBUL'],
    ['upper', 'straße', 'de', 'STRASSE'],
    ['title', 'ijsland', 'nl', 'IJsland'],
  ] as const)('TV28 %s of %s in %s', (mode, text, locale, expected) => {
    expect(caseText(text, { mode, locale, keepRest: false })).toBe(expected);
  });

  test.each([
    ['lower', 'ISPARTA', 'tr', 'ısparta'],
    ['lower', 'ΟΔΟΣ', 'el', 'οδος'.replace(/σ$/, 'ς')],
    ['sentence', '«hELLO» {Name} WORLD', 'en', '«Hello» {Name} world'],
    ['title', "o'neill's %s book", 'en', "O'neill's %s Book"],
    ['title', 'ǆungla', 'hr', 'ǅungla'],
    ['upper', 'see https://a.example {x}', 'en', 'SEE https://a.example {x}'],
  ] as const)('T12 %s of %s in %s', (mode, text, locale, expected) => {
    expect(caseText(text, { mode, locale, keepRest: false })).toBe(expected);
  });

  test('T12 the rest is kept when asked for', () => {
    expect(caseText('hello wORLD', { mode: 'title', locale: 'en', keepRest: true })).toBe('Hello WORLD');
  });

  test('T12 a step is told to keep the rest', async () => {
    const { block } = await runTool(caseTransform, ['hello wORLD'], { config: { mode: 'title', keepRest: true } });
    expect(show(block.source)).toBe('Hello WORLD');
  });

  test('T12 works on the chosen sides, in every form, and keeps codes', async () => {
    const block = () => aBlock([t('a'), ...bold('1', t('b')), plural({ one: 'c', other: 'd' })], { de: 'straße' });
    const source = (await runTool(caseTransform, [block()])).block;
    expect(show(source.source)).toBe('A<x id="1"/>B<x id="/1"/>{one[C] other[D]}');
    expect(show(source.targets['de']?.runs)).toBe('straße');
    const target = (await runTool(caseTransform, [block()], { config: { applySource: false, applyTarget: true } }))
      .block;
    expect(show(target.source)).toBe(show(block().source));
    expect(show(target.targets['de']?.runs)).toBe('STRASSE');
  });

  test('KV8 a term span stays when its text grows', async () => {
    const block = aBlock('die straße da', {}, { sourceLocale: 'de' });
    const range = { startRun: 0, startOffset: 4, endRun: 0, endOffset: 10 };
    block.overlays.push({ type: 'term', variant: null, layer: '', spans: [{ id: 't', range, props: {} }] });
    const { block: done } = await runTool(caseTransform, [block], { source: 'de' });
    expect(show(done.source)).toBe('DIE STRASSE DA');
    expect(done.overlays[0]?.spans[0]?.range).toMatchObject({ startOffset: 4, endOffset: 11 });
  });

  test('KV8 a term span of a long text stays on its word, however much changes around it', async () => {
    const block = aBlock('die straße da '.repeat(200), {}, { sourceLocale: 'de' });
    const range = { startRun: 0, startOffset: 4, endRun: 0, endOffset: 10 };
    block.overlays.push({ type: 'term', variant: null, layer: '', spans: [{ id: 't', range, props: {} }] });
    const { block: done } = await runTool(caseTransform, [block], { source: 'de' });
    expect(show(done.source)).toBe('DIE STRASSE DA '.repeat(200));
    expect(done.overlays[0]?.spans[0]?.range).toMatchObject({ startOffset: 4, endOffset: 11 });
  });

  test('T12 with both sides off there is nothing to do, and it says so', async () => {
    await expect(runTool(caseTransform, ['a'], { config: { applySource: false } })).rejects.toThrow(/both off/);
  });

  test('T2 blocks that are not translated are left alone', async () => {
    const { block } = await runTool(caseTransform, [aBlock('a', {}, { translatable: false })]);
    expect(show(block.source)).toBe('a');
  });
});
