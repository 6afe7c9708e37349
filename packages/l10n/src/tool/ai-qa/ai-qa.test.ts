import type { JsonObject } from '@helve/core';
import { overlayOf, runsText, type Block } from '@helve/flow';
import { extractRuns, readFindings } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { modelThat } from '../../testing/model-kit.js';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, bold, plural, t } from '../../testing/runs-kit.js';
import { aiQa } from './ai-qa.js';

const remote = { provider: 'far' };
const issue = (more: JsonObject = {}): JsonObject => ({
  type: 'accuracy',
  severity: 'error',
  quoteSource: 'red',
  quoteTarget: 'bleue',
  description: 'The colour is wrong.',
  suggestion: 'rouge',
  ...more,
});
const car = () =>
  aBlock([t('A '), ...bold('1', t('red')), t(' car')], { fr: [t('Une voiture '), ...bold('1', t('bleue'))] });

async function check(block: Block, answer: Parameters<typeof modelThat>[0], config: JsonObject = {}) {
  const model = modelThat(answer);
  const run = await runTool(aiQa, [block], { targets: ['fr'], config: { ...remote, ...config }, call: model.call });
  const overlay = overlayOf(run.block, 'qa', 'fr');
  return { ...run, ...model, findings: readFindings(overlay?.value), spans: overlay?.spans ?? [] };
}

describe('ai-qa', () => {
  test('T65 issues become findings whose places are looked up on both sides', async () => {
    const { findings, spans, block, requests } = await check(car(), () => ({ issues: [issue()] }));
    expect(findings).toMatchObject([
      {
        rule: 'ai-qa.accuracy',
        check: 'ai-qa',
        severity: 'major',
        message: 'The colour is wrong.',
        suggestion: 'rouge',
        side: 'target',
        variant: 'fr',
      },
    ]);
    const [range] = spans.map((span) => span.range);
    expect(range && runsText(extractRuns(block.targets['fr']?.runs ?? [], range))).toBe('bleue');
    const other = overlayOf(block, 'qa', null)?.spans[0]?.range;
    expect(other && runsText(extractRuns(block.source, other))).toBe('red');
    expect(requests[0]).toMatchObject({
      from: 'en',
      to: 'fr',
      items: [{ text: 'A red car', translation: 'Une voiture bleue' }],
    });
  });

  test('T65 severities are those of checks, and a quote that does not occur has no place', async () => {
    const severities = ['critical', 'error', 'warning', 'info'];
    const { findings, spans } = await check(car(), () => ({
      issues: severities.map((severity) => issue({ severity, quoteTarget: 'verte', quoteSource: '' })),
    }));
    expect(findings.map(({ severity }) => severity)).toEqual(['critical', 'major', 'minor', 'neutral']);
    expect(spans).toEqual([]);
  });

  test('T65 an answer that cannot be used is asked for once more, and then an error of the block', async () => {
    const never = await check(car(), () => ({ issues: [issue({ type: 'taste' })] }));
    expect(never.requests).toHaveLength(2);
    expect(never.requests[1]?.items[0]?.['fault']).toContain('accuracy');
    expect(never.findings).toEqual([]);
    expect(never.report.documents[0]?.error).toBeDefined();
    const once = await check(car(), (_, turn) => (turn === 1 ? { issues: 'none' } : { issues: [] }));
    expect([once.report.status, once.findings]).toEqual(['ok', []]);
    const taste = await check(car(), () => ({ issues: [issue({ type: 'taste' })] }), { checks: ['taste'] });
    expect(taste.findings).toMatchObject([{ rule: 'ai-qa.taste' }]);
  });

  test('T65 every form is looked at, what has no target is not, and running again adds nothing', async () => {
    const forms = aBlock([plural({ one: 'a cat', other: 'cats' })], {
      fr: [plural({ one: 'un chat', other: 'chats' })],
    });
    const first = await check(forms, ({ translation }) => ({
      issues: translation === 'chats' ? [issue({ quoteTarget: 'chats', quoteSource: 'cats' })] : [],
    }));
    expect(first.requests[0]?.items).toHaveLength(2);
    expect(first.findings).toHaveLength(1);
    const again = await check(first.block, ({ translation }) => ({
      issues: translation === 'chats' ? [issue({ quoteTarget: 'chats', quoteSource: 'cats' })] : [],
    }));
    expect(again.findings).toEqual(first.findings);
    expect((await check(aBlock('alone'), () => ({ issues: [] }))).requests).toEqual([]);
  });

  test('T65 what shapes the question reaches the model', async () => {
    const config = {
      model: 'm1',
      credential: 'c1',
      instruction: 'Mind ships.',
      maxOutputTokens: 300,
      checks: ['fluency'],
    };
    const { inputs } = await check(car(), () => ({ issues: [] }), config);
    expect(inputs[0]).toMatchObject({ model: 'm1', credential: 'c1', maxOutput: 300 });
    expect(inputs[0]?.['system']).toMatch(/fluency[^]*Mind ships\./);
  });

  test('T65 the provider decides who is asked, and the offline one asks nobody', async () => {
    const { call, inputs } = modelThat(() => ({ issues: [] }));
    const options = { targets: ['fr'], call };
    const { report } = await runTool(aiQa, [car()], { ...options, config: { provider: 'demo' } });
    expect([report.status, inputs]).toEqual(['ok', []]);
    await runTool(aiQa, [car()], { ...options, config: { provider: 'near' } });
    expect(inputs).toMatchObject([{ provider: 'near' }]);
  });

  test('T62 blocks share requests up to maxBlocks, or none with batching single, and parallelBatches are under way', async () => {
    const blocks = () => ['a', 'b', 'c'].map((id) => aBlock(`text ${id}`, { fr: `texte ${id}` }, { id }));
    const sizes = async (config: JsonObject) => {
      const { call, requests } = modelThat(() => ({ issues: [] }));
      await runTool(aiQa, blocks(), { targets: ['fr'], config: { ...remote, ...config }, call });
      return requests.map(({ items }) => items.length);
    };
    expect(await sizes({})).toEqual([3]);
    expect(await sizes({ maxBlocks: 2, parallelBatches: 1 })).toEqual([2, 1]);
    expect(await sizes({ batching: 'single' })).toEqual([1, 1, 1]);
  });
});
