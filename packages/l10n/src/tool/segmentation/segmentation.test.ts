import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@helve/core';
import { FlowToolRegistry, registerAll, type Block } from '@helve/flow';
import { extractRuns } from '@helve/flow/content';
import { describe, expect, onTestFinished, test } from 'vitest';
import { modelThat } from '../../testing/model-kit.js';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, bold, plural, show, t, variable } from '../../testing/runs-kit.js';
import { segmentation } from './segmentation.js';

function segmentsOf(block: Block, variant: string | null = null, layer = ''): readonly string[] {
  const runs = variant === null ? block.source : (block.targets[variant]?.runs ?? []);
  const overlay = block.overlays.find(
    (each) => each.type === 'segmentation' && each.variant === variant && each.layer === layer,
  );
  return (overlay?.spans ?? []).map(({ range }) => (range === undefined ? '*' : show(extractRuns(runs, range))));
}

async function segmented(source: Parameters<typeof aBlock>[0], config = {}) {
  return segmentsOf((await runTool(segmentation, [aBlock(source)], { config })).block);
}

describe('segmentation', () => {
  test('TV38 abbreviations do not end a sentence, and codes go with what they belong to', async () => {
    expect(await segmented('Dr. Smith came. He left.')).toEqual(['Dr. Smith came.', 'He left.']);
    expect(await segmented([...bold('1', t('One.')), t(' Two.')])).toEqual(['<x id="1"/>One.<x id="/1"/>', 'Two.']);
  });

  test('T74 an opener and a standalone code go with what follows; every form is segmented by itself', async () => {
    expect(await segmented([t('One. '), ...bold('1', t('Two.')), t(' '), variable('2'), t('Three.')])).toEqual([
      'One.',
      '<x id="1"/>Two.<x id="/1"/>',
      '<x id="2/"/>Three.',
    ]);
    expect(await segmented([plural({ one: 'A b. C d.', other: 'E.' })])).toEqual(['A b.', 'C d.', 'E.']);
  });

  test('T74 no segment is empty, and layers that are there stay', async () => {
    expect(await segmented(' \n ')).toEqual([]);
    const block = aBlock('A b. C d.');
    const range = { startRun: 0, startOffset: 0, endRun: 1, endOffset: 0 };
    block.overlays.push({ type: 'segmentation', variant: null, layer: '', spans: [{ id: 'mine', range, props: {} }] });
    expect(segmentsOf((await runTool(segmentation, [block])).block)).toEqual(['A b. C d.']);
    const again = await runTool(segmentation, [block], { config: { overwrite: true } });
    expect(segmentsOf(again.block)).toEqual(['A b.', 'C d.']);
  });

  test('T71 each option changes what is marked', async () => {
    const block = () => aBlock('A b. C d.', { de: 'E f. G h.' });
    const target = (await runTool(segmentation, [block()], { config: { segmentTarget: true, segmentSource: false } }))
      .block;
    expect([segmentsOf(target), segmentsOf(target, 'de')]).toEqual([[], ['E f.', 'G h.']]);
    const layered = (await runTool(segmentation, [block()], { config: { layer: 'fine' } })).block;
    expect([segmentsOf(layered), segmentsOf(layered, null, 'fine')]).toEqual([[], ['A b.', 'C d.']]);
    expect(await segmented('Mr. Fox. Ok', { engine: 'intl' })).toEqual(['Mr.', 'Fox.', 'Ok']);
    expect(await segmented('A b; c d', { rules: [{ before: ';', after: String.raw`\s`, break: true }] })).toEqual([
      'A b;',
      'c d',
    ]);
    expect(await segmented(' A b. C', { trimLeadingWhitespace: false })).toEqual([' A b.', ' C']);
    expect(await segmented('A b. C ', { trimTrailingWhitespace: false })).toEqual(['A b.', 'C ']);
    const broken = [t('One.'), variable('1'), t('Two.')];
    expect(await segmented(broken)).toHaveLength(1);
    expect(await segmented(broken, { treatIsolatedCodesAsWhitespace: true })).toEqual(['One.', '<x id="1/"/>Two.']);
  });

  test('T72 rules come from a file of SRX', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'helve-srx-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'own.srx');
    await writeFile(
      file,
      `<srx version="2.0" xmlns="http://www.lisa.org/srx20"><header cascade="no" segmentsubflows="no"/><body><languagerules>
<languagerule languagerulename="All"><rule break="yes"><beforebreak>\\|</beforebreak><afterbreak></afterbreak></rule></languagerule>
</languagerules><maprules><languagemap languagepattern=".*" languagerulename="All"/></maprules></body></srx>`,
    );
    expect(await segmented('a|b. C', { srx: file, engine: 'srx' })).toEqual(['a|', 'b. C']);
    const block = aBlock('a|b', { de: 'c|d' });
    const both = await runTool(segmentation, [block], { config: { targetSrx: file, segmentTarget: true } });
    expect([segmentsOf(both.block), segmentsOf(both.block, 'de')]).toEqual([['a|b'], ['c|', 'd']]);
    const { report } = await runTool(segmentation, ['a'], { config: { srx: join(folder, 'none.srx') } });
    expect(report.documents[0]?.error?.message).toMatch(/Cannot find the file ".*none\.srx"/u);
  });

  test('T4 rules that could run for ever are stopped', async () => {
    const before = 'b(?:a+)+';
    const { report } = await runTool(segmentation, ['a'.repeat(60)], {
      config: { engine: 'srx', rules: [{ before, after: 'x', break: true }] },
      onError: 'skip',
    });
    expect(report.steps[0]).toMatchObject({ skipped: 1 });
    expect(report.losses[0]?.detail).toMatchObject({ type: 'VALIDATION' });
    expect(await segmented('baa x', { engine: 'srx', rules: [{ before, after: ' ', break: true }] })).toEqual([
      'baa',
      'x',
    ]);
  }, 30_000);

  test('T4 a pattern of a rule that is broken is told with its place before anything runs', async () => {
    const config = { rules: [{ before: 'a', after: '(', break: true }] };
    await expect(runTool(segmentation, ['a'], { config })).rejects.toMatchObject({ code: 'FLOW_INVALID' });
  });

  describe('by a model', () => {
    const llm = { engine: 'llm', provider: 'far' };
    const ask = async (source: Parameters<typeof aBlock>[0], segments: readonly string[], config: JsonObject = {}) => {
      const model = modelThat(() => ({ segments: [...segments] }));
      const options = { config: { ...llm, ...config }, call: model.call, onError: 'skip' } as const;
      const run = await runTool(segmentation, [aBlock(source)], options);
      return { ...run, ...model, segments: segmentsOf(run.block) };
    };

    test('T74 what a model says is found by searching forward, codes included', async () => {
      const source = [t('One two. '), ...bold('1', t('One')), t(' two.')];
      const { segments, requests } = await ask(source, ['One two.', 'One two.']);
      expect(segments).toEqual(['One two.', '<x id="1"/>One<x id="/1"/> two.']);
      expect(requests[0]?.items).toMatchObject([{ text: 'One two. One two.', locale: 'en' }]);
    });

    test('T74 segments that are not those of the text are an error of the block', async () => {
      for (const wrong of [['One.'], ['One.', 'Three.'], ['Two.', 'One.'], ['One.', '', 'Two.']]) {
        const { segments, report, requests } = await ask('One. Two.', wrong);
        expect([segments, requests.length]).toEqual([[], 2]);
        expect(report.documents[0]?.lossCounts).toMatchObject({ 'block-skipped': 1 });
      }
    });

    test('T71 a model is told what all AI tools tell one, and is asked in groups', async () => {
      const told = { model: 'm1', credential: 'c1', instruction: 'Mind lists.', maxOutputTokens: 300 };
      const { inputs } = await ask('One.', ['One.'], told);
      expect(inputs[0]).toMatchObject({ provider: 'far', model: 'm1', credential: 'c1', maxOutput: 300 });
      expect(inputs[0]?.['system']).toContain('Mind lists.');
      const sizes = async (config: JsonObject) => {
        const { call, requests } = modelThat(({ text }) => ({ segments: [text] }));
        await runTool(segmentation, ['a', 'b', 'c'], { config: { ...llm, ...config }, call });
        return requests.map(({ items }) => items.length);
      };
      expect(await sizes({ maxBlocks: 2, parallelBatches: 1 })).toEqual([2, 1]);
      expect(await sizes({ batching: 'single' })).toEqual([1, 1, 1]);
    });

    test('T71 both sides are cut by the model; without a provider the rules do it offline', async () => {
      const { call, requests } = modelThat(({ text }) => ({ segments: text.split(/(?<=\.) /) }));
      const block = () => aBlock('A b. C d.', { de: 'E f. G h.' });
      const both = await runTool(segmentation, [block()], { config: { ...llm, segmentTarget: true }, call });
      expect([segmentsOf(both.block), segmentsOf(both.block, 'de')]).toEqual([
        ['A b.', 'C d.'],
        ['E f.', 'G h.'],
      ]);
      expect(requests[0]?.items).toHaveLength(2);
      const offline = await runTool(segmentation, [block()], { config: { engine: 'llm' } });
      expect(segmentsOf(offline.block)).toEqual(['A b.', 'C d.']);
    });

    test('T71 effects and requirements come with a model that is not local', () => {
      const registry = new FlowToolRegistry().registerProvider('demo', true);
      registerAll(registry, [segmentation]);
      const contract = (config: JsonObject) => registry.get('segmentation')?.resolve(config).contract;
      const base = { layer: '', segmentSource: true, segmentTarget: false, rules: [] };
      expect(contract({ ...base, ...llm })).toMatchObject({
        sideEffects: ['api-call', 'remote-source-egress'],
        requires: ['credentials'],
      });
      expect(contract({ ...base, engine: 'llm', provider: 'demo' })?.sideEffects).toBeUndefined();
      expect(contract({ ...base, engine: 'hybrid', provider: 'far' })?.sideEffects).toBeUndefined();
    });
  });
});
