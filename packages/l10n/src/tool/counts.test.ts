import { createBlock, type Runs } from '@helve/flow';
import { createTarget } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { runTool } from '../testing/run-tool.js';
import { charCount } from './char-count/char-count.js';
import { segmentCount } from './segment-count/segment-count.js';
import { wordCount } from './word-count/word-count.js';

const code = { kind: 'ph', id: '1', type: 'code:variable', data: '%s' } as const;
const plural: Runs = [
  { kind: 'text', text: 'You have ' },
  {
    kind: 'plural',
    pivot: 'n',
    forms: { one: [{ kind: 'text', text: 'one new file' }], other: [code, { kind: 'text', text: ' files' }] },
  },
];

function aBlock(source: Runs | string, target?: string) {
  const block = createBlock({ id: 'b1', sourceLocale: 'en', source });
  if (target !== undefined) {
    block.targets['de'] = createTarget([{ kind: 'text', text: target }], {
      status: 'draft',
      origin: { kind: 'human' },
    });
  }
  return block;
}

describe('word-count', () => {
  test('T23 counts source and targets, as annotation and as report', async () => {
    const { block, report } = await runTool(wordCount, [aBlock('Hello brave new world', 'Hallo Welt'), 'Bye']);
    expect(block.annotations['word-count']).toEqual({ type: 'word-count', source: 4, targets: { de: 2 } });
    expect(report.reports['word-count']).toEqual({
      totals: { source: 5, targets: { de: 2 } },
      documents: [{ file: 'test.txt', source: 5, targets: { de: 2 } }],
    });
  });

  test('T23 the total takes the other form of a plural, and forms lists all', async () => {
    const { block } = await runTool(wordCount, [aBlock(plural)]);
    expect(block.annotations['word-count']).toMatchObject({ source: 3, forms: { '/1:one': 3, '/1:other': 1 } });
  });

  test('T23 each option changes what is counted', async () => {
    const count = async (config: object) =>
      (await runTool(wordCount, [aBlock(plural, 'x y')], { config: { ...config } })).block.annotations['word-count'];
    expect(await count({ countInline: true })).toMatchObject({ source: 4 });
    expect(await count({ countSource: false })).toEqual({ type: 'word-count', targets: { de: 2 } });
    expect(await count({ countTarget: false })).toMatchObject({ targets: {} });
    const dashed = (await runTool(wordCount, ['well-known'], { config: { method: 'whitespace' } })).block;
    expect(dashed.annotations['word-count']).toMatchObject({ source: 1 });
  });

  test('as pocount, the total takes all forms of a plural and counts codes as text', async () => {
    const { block } = await runTool(wordCount, [aBlock(plural, 'x')], { config: { method: 'pocount' } });
    expect(block.annotations['word-count']).toMatchObject({ source: 7, targets: { de: 1 } });
  });

  test('T2 blocks that are not translated are left out', async () => {
    const { block, report } = await runTool(wordCount, [
      createBlock({ id: 'b1', sourceLocale: 'en', source: 'code', translatable: false }),
    ]);
    expect(block.annotations).toEqual({});
    expect(report.reports['word-count']).toBeUndefined();
  });
});

describe('char-count', () => {
  test('T24 counts code points, those that are no white space, and graphemes', async () => {
    const { block, report } = await runTool(charCount, [aBlock('a b👨‍👩‍👧e\u0301', 'ä ö')]);
    expect(block.annotations['char-count']).toEqual({
      type: 'char-count',
      source: 10,
      sourceNoSpace: 9,
      graphemes: 5,
      targets: { de: { chars: 3, noSpace: 2, graphemes: 3 } },
    });
    expect(report.reports['char-count']).toMatchObject({ totals: { source: 10, sourceNoSpace: 9 } });
  });

  test('T24 each option changes what is counted', async () => {
    const count = async (config: object) =>
      (await runTool(charCount, [aBlock(plural, 'x')], { config: { ...config } })).block.annotations['char-count'];
    expect(await count({})).toMatchObject({ source: 15, forms: { '/1:one': { chars: 12 } } });
    expect(await count({ countInline: true })).toMatchObject({ source: 16 });
    expect(await count({ countSource: false })).toEqual({
      type: 'char-count',
      targets: { de: { chars: 1, noSpace: 1, graphemes: 1 } },
    });
    expect(await count({ countTarget: false })).toMatchObject({ targets: {} });
  });
});

describe('segment-count', () => {
  const span = (id: string, start: number, end: number) => ({
    id,
    range: { startRun: 0, startOffset: start, endRun: end === 8 ? 1 : 0, endOffset: end === 8 ? 0 : end },
    props: {},
  });

  test('T25 counts marked segments, and one for a side without marks', async () => {
    const block = aBlock('One. Two', 'Eins. Zwei');
    block.overlays.push({
      type: 'segmentation',
      variant: null,
      layer: '',
      spans: [span('s1', 0, 4), span('s2', 5, 8)],
    });
    block.overlays.push({ type: 'segmentation', variant: null, layer: 'clause', spans: [span('c1', 0, 8)] });
    const { block: counted, report } = await runTool(segmentCount, [block]);
    expect(counted.annotations['seg-count']).toEqual({ type: 'seg-count', source: 2, targets: { de: 1 } });
    expect(report.reports['segment-count']).toMatchObject({ totals: { source: 2 } });
    const clauses = await runTool(segmentCount, [block], { config: { layer: 'clause' } });
    expect(clauses.block.annotations['seg-count']).toMatchObject({ source: 1 });
  });
});
