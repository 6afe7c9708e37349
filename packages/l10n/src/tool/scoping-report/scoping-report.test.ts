import { assertPlan, compileFlow, FlowToolRegistry, newPayload, registerAll, runFlow, type Block } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { runSteps, runTool, toParts } from '../../testing/run-tool.js';
import { aBlock, plural, t } from '../../testing/runs-kit.js';
import { repetitionAnalysis } from '../repetition-analysis/repetition-analysis.js';
import { scopingReport } from './scoping-report.js';

let number = 0;
function block(text: string, annotations: Block['annotations'] = {}): Block {
  number += 1;
  return aBlock(text, {}, { id: `b${number}`, annotations });
}
const match = (score: number, ambiguous = false, variant = 'de') => ({
  'tm-match': newPayload('tm-match', {
    matches: { [variant]: { score, ambiguous, tier: 'plain', matched: 1, total: 1 } },
  }),
});
const diff = (status: 'unchanged' | 'modified', score?: number) => ({
  diff: newPayload('diff', { status, ...(score === undefined ? {} : { score }) }),
});
type Scoped = { readonly targets: Readonly<Record<string, { readonly category: string }>> };
const categoryOf = ({ annotations }: Block, variant = 'de') =>
  (annotations['scoping-report'] as unknown as Scoped | undefined)?.targets[variant]?.category;
const categories = async (blocks: readonly Block[], config: object = {}) =>
  (await runTool(scopingReport, blocks, { config: { ...config } })).blocks.map((one) => categoryOf(one));

describe('scoping-report', () => {
  test('T38 a block is a repetition, an exact or fuzzy match, or new', async () => {
    const blocks = [
      block('new'),
      block('new'),
      block('exact', match(1)),
      block('unchanged', diff('unchanged')),
      block('ambiguous', match(0.99, true)),
      block('other structure', match(0.99)),
      block('fuzzy', match(0.8)),
      block('both', { ...match(0.6), ...diff('modified', 0.9) }),
      block('low', match(0.49)),
      block('other locale', match(1, false, 'fr')),
    ];
    expect(await categories(blocks)).toEqual([
      'new',
      'repetition',
      'exact',
      'exact',
      'ambiguous-exact',
      'fuzzy-95',
      'fuzzy-75',
      'fuzzy-85',
      'new',
      'new',
    ]);
  });

  test('T38 bands are those of the project, in any order', async () => {
    const blocks = [block('a', match(0.95)), block('b', match(0.65)), block('c', match(0.5))];
    expect(await categories(blocks, { bands: [60, 90, 60] })).toEqual(['fuzzy-90', 'fuzzy-60', 'new']);
  });

  test('T38 a source of an earlier document is a repetition, in the order of the documents', async () => {
    const registry = new FlowToolRegistry();
    registerAll(registry, [scopingReport]);
    const flow = { name: 'test', spec: { steps: [{ tool: 'scoping-report' }] } };
    const locales = { sourceLocale: 'en', targetLocales: ['de'], source: { kind: 'store' } } as const;
    const document = (id: string, ...texts: readonly string[]) => ({
      id,
      async *read() {
        yield* toParts(texts);
      },
      outputs: [],
    });
    const documents = [document('a', 'one', 'two'), document('b', 'two', 'three'), document('c', 'three')];
    const plan = assertPlan(compileFlow(flow, registry, locales));
    const { reports } = await runFlow(plan, { documents }, { tools: registry, concurrency: 3 });
    expect(reports['scoping-report']).toMatchObject({
      totals: { de: { new: { blocks: 3 }, repetition: { blocks: 2 } } },
      documents: [
        { file: 'a', de: { new: { blocks: 2 }, repetition: { blocks: 0 } } },
        { file: 'b', de: { new: { blocks: 1 }, repetition: { blocks: 1 } } },
        { file: 'c', de: { new: { blocks: 0 }, repetition: { blocks: 1 } } },
      ],
    });
  });

  test('T38 what analysed repetitions before is believed', async () => {
    const steps = [{ tool: 'repetition-analysis', config: { caseSensitive: false } }, { tool: 'scoping-report' }];
    const parts = toParts([block('Same'), block('same')]);
    const { blocks } = await runSteps([repetitionAnalysis, scopingReport], steps, parts);
    expect(blocks.map((one) => categoryOf(one))).toEqual(['new', 'repetition']);
  });

  test('T38 numbers stand on blocks and in a report by locale, category and document', async () => {
    const source = [t('Two words '), plural({ one: 'x', other: 'more words' })];
    const blocks = [aBlock(source, {}, { id: 'a', annotations: match(1) }), block('Fresh')];
    const { block: first, report } = await runTool(scopingReport, blocks, {
      config: { bands: [75] },
      targets: ['de', 'fr'],
    });
    expect(first.annotations['scoping-report']).toEqual({
      type: 'scoping-report',
      targets: {
        de: { category: 'exact', blocks: 1, words: 4, characters: 20 },
        fr: { category: 'new', blocks: 1, words: 4, characters: 20 },
      },
    });
    const none = { blocks: 0, words: 0, characters: 0 };
    const whole = { blocks: 2, words: 5, characters: 25 };
    const rest = { repetition: none, 'ambiguous-exact': none, 'fuzzy-75': none };
    const de = {
      ...rest,
      exact: { blocks: 1, words: 4, characters: 20 },
      new: { blocks: 1, words: 1, characters: 5 },
      total: whole,
    };
    const fr = { ...rest, exact: none, new: whole, total: whole };
    const merged = report.reports['scoping-report'] as { totals: { de: object } };
    expect(merged).toEqual({ totals: { de, fr }, documents: [{ file: 'test.txt', de, fr }] });
    expect(Object.keys(merged.totals.de)).toEqual([
      'repetition',
      'exact',
      'ambiguous-exact',
      'fuzzy-75',
      'new',
      'total',
    ]);
  });

  test('T2 the target locale may stand in the config', async () => {
    const { block: after } = await runTool(scopingReport, [block('only')], { config: { targetLocale: 'de' } });
    expect(categoryOf(after)).toBe('new');
  });

  test('T2 blocks that are not translated are left out', async () => {
    const { block: after } = await runTool(scopingReport, [aBlock('x', {}, { translatable: false })]);
    expect(after.annotations).toEqual({});
  });
});
