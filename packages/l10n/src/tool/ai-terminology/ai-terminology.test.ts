import type { JsonObject } from '@helve/core';
import { newPayload, overlayOf, payloadOf, runsText, type Block } from '@helve/flow';
import { extractRuns, rangeFor } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { createTermbase } from '../../term/create-termbase.js';
import { writeCsv } from '../../term/exchange/write-csv.js';
import { writeJson } from '../../term/exchange/write-json.js';
import { writeTbx } from '../../term/exchange/write-tbx.js';
import { modelThat } from '../../testing/model-kit.js';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, bold, t } from '../../testing/runs-kit.js';
import { aiTerminology } from './ai-terminology.js';
import { candidateConcepts } from './candidate-report.js';

const term = (text: string, more: JsonObject = {}): JsonObject => ({
  text,
  definition: `What ${text} is.`,
  category: 'ships',
  translatability: 'consistent',
  confidence: 0.9,
  ...more,
});

async function candidates(blocks: readonly Block[], terms: readonly JsonObject[], config: JsonObject = {}) {
  const model = modelThat(() => ({ terms: [...terms] }));
  const run = await runTool(aiTerminology, blocks, {
    config: { provider: 'far', ...config },
    call: model.call,
    onError: 'skip',
  });
  const spans = overlayOf(run.block, 'term-candidate', null)?.spans ?? [];
  const marked = spans.map(({ range }) => (range === undefined ? '*' : runsText(extractRuns(run.block.source, range))));
  return { ...run, ...model, spans, marked, told: run.report.reports['ai-terminology'] };
}

describe('ai-terminology', () => {
  test('T67 every candidate is located wherever it stands by itself', async () => {
    const block = aBlock([t('A mooring '), ...bold('1', t('line')), t(', moorings and a mooring.')]);
    const { marked, spans } = await candidates([block], [term('mooring'), term('mooring line'), term('anchor')]);
    expect(marked).toEqual(['mooring line', 'mooring', 'mooring']);
    expect(payloadOf(spans[0]?.value, 'term-candidate')).toMatchObject({
      definition: expect.stringMatching(/^What mooring/),
      category: 'ships',
      translatability: 'consistent',
      confidence: 0.9,
      status: 'new',
    });
  });

  test('T67 what is less sure is left out, and what others marked stays', async () => {
    const block = aBlock('The keel and the hull');
    const value = newPayload('term-candidate', { status: 'known' });
    const spans = [{ id: 'k', range: rangeFor(block.source, undefined, 4, 8), props: {}, value }];
    block.overlays.push({ type: 'term-candidate', variant: null, layer: '', spans });
    const { marked, block: after } = await candidates([block], [term('hull'), term('The', { confidence: 0.1 })]);
    expect(marked).toEqual(['keel', 'hull']);
    expect((await candidates([after], [term('hull')])).marked).toEqual(['keel', 'hull']);
    expect((await candidates([aBlock('hull')], [term('hull')], { minConfidence: 0.95 })).marked).toEqual([]);
  });

  test('T67 the report has definitions and counts, and can be written as CSV, TBX and JSON', async () => {
    const blocks = [aBlock('hull, hull', {}, { id: 'b1' }), aBlock('keel hull', {}, { id: 'b2' })];
    const { told = {} } = await candidates(blocks, [term('hull'), term('keel', { confidence: 0.6 })]);
    expect(told).toMatchObject({
      candidates: [
        { text: 'hull', count: 3, definition: 'What hull is.' },
        { text: 'keel', count: 1 },
      ],
    });
    const terms = createTermbase(candidateConcepts(told, 'en'));
    for (const write of [writeCsv, writeTbx, writeJson]) expect([...write(terms)].join('')).toContain('hull');
  });

  test('T67 an answer without terms is asked for once more, and then an error of the block', async () => {
    const { requests, report } = await candidates([aBlock('hull')], [{ text: 'hull' }]);
    expect(requests).toHaveLength(2);
    expect(report.documents[0]?.lossCounts).toMatchObject({ 'block-skipped': 1 });
  });

  test('T67 what shapes the question reaches the model', async () => {
    const config = {
      model: 'm1',
      credential: 'c1',
      instruction: 'Mind sails.',
      maxOutputTokens: 300,
      domain: 'shipbuilding',
    };
    const { inputs } = await candidates([aBlock('hull')], [], config);
    expect(inputs[0]).toMatchObject({ model: 'm1', credential: 'c1', maxOutput: 300 });
    expect(inputs[0]?.['system']).toMatch(/shipbuilding[^]*Mind sails\./);
  });

  test('T67 the provider decides who is asked, and the offline one asks nobody', async () => {
    const { call, inputs } = modelThat(() => ({ terms: [] }));
    const options = { targets: ['fr'], call };
    const { report } = await runTool(aiTerminology, [aBlock('hull')], { ...options, config: { provider: 'demo' } });
    expect([report.status, inputs]).toEqual(['ok', []]);
    await runTool(aiTerminology, [aBlock('hull')], { ...options, config: { provider: 'near' } });
    expect(inputs).toMatchObject([{ provider: 'near' }]);
  });

  test('T62 blocks share requests up to maxBlocks, or none with batching single, and parallelBatches are under way', async () => {
    const blocks = ['a', 'b', 'c'].map((id) => aBlock(`text ${id}`, {}, { id }));
    const sizes = async (config: JsonObject) =>
      (await candidates(blocks, [], config)).requests.map(({ items }) => items.length);
    expect(await sizes({ maxBlocks: 2, parallelBatches: 1 })).toEqual([2, 1]);
    expect(await sizes({ batching: 'single' })).toEqual([1, 1, 1]);
  });
});
