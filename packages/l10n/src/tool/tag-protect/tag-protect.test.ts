import { unitText, type Block } from '@helve/flow';
import { shapeSpan, sliceUnit, unitAt } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { runSteps, runTool, toParts } from '../../testing/run-tool.js';
import { aBlock, bold, plural, show, t, variable } from '../../testing/runs-kit.js';
import { caseTransform } from '../case-transform/case-transform.js';
import { fullwidthConvert } from '../fullwidth-convert/fullwidth-convert.js';
import { pseudoTranslate } from '../pseudo-translate/pseudo-translate.js';
import { tagProtect } from './tag-protect.js';

/** Lists the texts under the protected spans of a source. */
function protectedIn(block: Block): readonly string[] {
  const spans = block.overlays.find(({ type }) => type === 'protected')?.spans ?? [];
  return spans.map(({ range }) => {
    if (range === undefined) return '';
    const { start, end } = shapeSpan(block.source, range);
    return unitText(sliceUnit(unitAt(block.source, range.path) ?? [], start, end));
  });
}

const marked = async (source: Parameters<typeof aBlock>[0], config: object = {}) =>
  (await runTool(tagProtect, [aBlock(source)], { config: { ...config } })).block;

describe('tag-protect', () => {
  test('T19 tags and placeholders are marked', async () => {
    const block = await marked('<b>Hi</b> {name}, %s of ${total} and 100 %');
    expect(protectedIn(block)).toEqual(['<b>', '</b>', '{name}', '%s', '${total}']);
    expect(block.source).toEqual(aBlock('<b>Hi</b> {name}, %s of ${total} and 100 %').source);
  });

  test('T19 patterns of a project take the place of the usual ones, in every form', async () => {
    const source = [t('[a] {b} '), plural({ one: '[c]', other: '[d] x' })];
    expect(protectedIn(await marked(source, { patterns: [String.raw`\[[a-z]\]`] }))).toEqual(['[a]', '[c]', '[d]']);
  });

  test('T19 a second run marks the same, and marks of others stay', async () => {
    const once = await marked('{a} b');
    const own = { id: 'mine', range: { startRun: 0, startOffset: 4, endRun: 1, endOffset: 0 }, props: {} };
    once.overlays.find(({ type }) => type === 'protected')?.spans.push(own);
    const { block } = await runTool(tagProtect, [once]);
    expect(protectedIn(block)).toEqual(['{a}', 'b']);
    const { block: none } = await runTool(tagProtect, [block], { config: { patterns: ['x'] } });
    expect(protectedIn(none)).toEqual(['b']);
  });

  test('T19 matches become placeholders with free numbers, and codes stay', async () => {
    const source = [t('{a} '), ...bold('1', t('{b')), t('} '), variable('2'), t(' %s')];
    const { block } = await runTool(tagProtect, [aBlock(source)], { config: { mode: 'convert' } });
    expect(block.source).toMatchObject([
      { kind: 'ph', id: '3', type: 'code:placeholder', data: '{a}' },
      { text: ' ' },
      { kind: 'pc-open' },
      { text: '{b' },
      { kind: 'pc-close' },
      { text: '} ' },
      { id: '2' },
      { text: ' ' },
      { kind: 'ph', id: '4', data: '%s' },
    ]);
  });

  test('T19 forms are converted too', async () => {
    const source = [plural({ one: '{n} file', other: '{n} files' })];
    const { block } = await runTool(tagProtect, [aBlock(source)], { config: { mode: 'convert' } });
    expect(show(block.source)).toBe('{one[<x id="1/"/> file] other[<x id="2/"/> files]}');
  });

  test('T19 tools that form text leave protected spans alone', async () => {
    const config = { patterns: ['Acme'] };
    const steps = (tool: string, own: object) => [
      { tool: 'tag-protect', config },
      { tool, config: { ...own } },
    ];
    const entries = [tagProtect, caseTransform, pseudoTranslate, fullwidthConvert];
    const run = async (tool: string, own: object) => {
      const { block, report } = await runSteps(entries, steps(tool, own), toParts(['an Acme bag']));
      expect(report.documents.map(({ error }) => error)).toEqual([undefined]);
      return block;
    };
    expect(show((await run('case-transform', {})).source)).toBe('AN Acme BAG');
    expect(
      show((await run('fullwidth-convert', { mode: 'to-full', applySource: true, applyTarget: false })).source),
    ).toBe('ａｎ　Acme　ｂａｇ');
    const pseudo = await run('pseudo-translate', { prefix: '', suffix: '', targetLocale: 'de' });
    expect(Object.values(pseudo.targets).map(({ runs }) => show(runs))).toEqual(['àñ Acme ƃàĝ']);
  });

  test('T4 a pattern that could hang runs on a thread, and a bad one is refused', async () => {
    expect(protectedIn(await marked('x aab', { patterns: ['(a+)+b'] }))).toEqual(['aab']);
    const { block } = await runTool(tagProtect, ['x aab'], { config: { patterns: ['(a+)+b'], mode: 'convert' } });
    expect(block.source).toMatchObject([{ text: 'x ' }, { data: 'aab' }]);
    await expect(marked('x', { patterns: ['ok', '('] })).rejects.toThrow('Cannot use the pattern');
  });

  test('T2 blocks that are not translated are left alone', async () => {
    for (const mode of ['mark', 'convert']) {
      const fixed = aBlock('{a}', {}, { translatable: false });
      const { block } = await runTool(tagProtect, [fixed], { config: { mode } });
      expect([protectedIn(block), show(block.source)]).toEqual([[], '{a}']);
    }
  });

  // Whoever searches from each opening to the end of the text takes minutes for these, and the test has seconds.
  test.each(['<%', '{', '${'])('the time for many openings of %j grows with their number', async (opening) => {
    const text = opening.repeat(300_000 / opening.length);
    for (const mode of ['mark', 'convert']) {
      const { report } = await runTool(tagProtect, [text], { config: { mode } });
      expect(report.documents.map(({ error }) => error)).toEqual([undefined]);
    }
  });
});
