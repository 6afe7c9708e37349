import type { JsonObject } from '@helve/core';
import { payloadOf, type Block } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { modelThat } from '../../testing/model-kit.js';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, plural, show, t, variable } from '../../testing/runs-kit.js';
import { aiReview } from './ai-review.js';

const good: JsonObject = { score: 90, assessment: 'Fine.', suggestion: '' };

async function review(block: Block, answer: Parameters<typeof modelThat>[0], config: JsonObject = {}) {
  const model = modelThat(answer);
  const run = await runTool(aiReview, [block], {
    targets: ['fr'],
    config: { provider: 'far', ...config },
    call: model.call,
    onError: 'skip',
  });
  const proposals = payloadOf(run.block.annotations['alt-translation'], 'alt-translations')?.items ?? [];
  return {
    ...run,
    ...model,
    review: run.block.annotations['review'],
    proposals: proposals.map(({ target }) => show(target)),
  };
}

const greeting = () => aBlock([t('Hello '), variable('x')], { fr: [t('Salut '), variable('x')] });

describe('ai-review', () => {
  test('T66 a target gets a score and an assessment, and a sound suggestion is a proposal', async () => {
    const suggestion = 'Bonjour <x id="x/"/>';
    const { review: made, proposals, block } = await review(greeting(), () => ({ ...good, score: 60, suggestion }));
    expect(made).toMatchObject({ score: 60, assessment: 'Fine.', suggestion, variants: { fr: { score: 60 } } });
    expect(proposals).toEqual([suggestion]);
    expect(show(block.targets['fr']?.runs)).toBe('Salut <x id="x/"/>');
    expect(block.annotations['alt-translation']).toMatchObject({
      items: [{ locale: 'fr', matchType: 'ai', engine: 'far/default', origin: { kind: 'ai', tool: 'ai-review' } }],
    });
  });

  test('T66 a suggestion that lost a code is left out, the score stays', async () => {
    const { review: made, proposals } = await review(greeting(), () => ({ ...good, suggestion: 'Bonjour' }));
    expect([made?.['score'], made?.['suggestion'], proposals]).toEqual([90, undefined, []]);
  });

  test('T66 the same text again is no suggestion, and a plural has the least score of its forms', async () => {
    const same = await review(greeting(), () => ({ ...good, suggestion: 'Salut <x id="x/"/>' }));
    expect(same.proposals).toEqual([]);
    const forms = aBlock([plural({ one: 'a cat', other: 'cats' })], {
      fr: [plural({ one: 'un chat', other: 'chat' })],
    });
    const { review: made, proposals } = await review(forms, ({ translation }) =>
      translation === 'chat' ? { score: 10, assessment: 'Singular.', suggestion: 'chats' } : good,
    );
    expect(made).toMatchObject({ score: 10, assessment: 'Fine. Singular.' });
    expect(proposals).toEqual(['{one[un chat] other[chats]}']);
  });

  test('T66 an answer without a score is asked for once more, and then an error of the block', async () => {
    const { report, requests, review: made } = await review(greeting(), () => ({ ...good, score: 900 }));
    expect([requests.length, made]).toEqual([2, undefined]);
    expect(report.documents[0]?.lossCounts).toMatchObject({ 'block-skipped': 1 });
  });

  test('T66 what shapes the question reaches the model', async () => {
    const config = { model: 'm1', credential: 'c1', instruction: 'Mind ships.', maxOutputTokens: 300 };
    const { inputs } = await review(greeting(), () => good, config);
    expect(inputs[0]).toMatchObject({ model: 'm1', credential: 'c1', maxOutput: 300 });
    expect(inputs[0]?.['system']).toContain('Mind ships.');
  });

  test('T62 blocks share requests up to maxBlocks, or none with batching single, and parallelBatches are under way', async () => {
    const blocks = () => ['a', 'b', 'c'].map((id) => aBlock(`text ${id}`, { fr: `texte ${id}` }, { id }));
    const sizes = async (config: JsonObject) => {
      const { call, requests } = modelThat(() => good);
      await runTool(aiReview, blocks(), { targets: ['fr'], config: { provider: 'far', ...config }, call });
      return requests.map(({ items }) => items.length);
    };
    expect(await sizes({ maxBlocks: 2, parallelBatches: 1 })).toEqual([2, 1]);
    expect(await sizes({ batching: 'single' })).toEqual([1, 1, 1]);
  });
});
