import type { JsonObject } from '@helve/core';
import type { Block, Resources, Runs } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, bold, show, t, variable } from '../../testing/runs-kit.js';
import { tmLeverage } from './tm-leverage.js';
import { createExactMemory, type TmEntry } from './translation-memory.js';

const entry = (id: string, en: Runs | string, fr: Runs | string): TmEntry => ({
  id,
  variants: { en: typeof en === 'string' ? [t(en)] : en, fr: typeof fr === 'string' ? [t(fr)] : fr },
});

function run(
  blocks: readonly (Block | string)[],
  entries: readonly TmEntry[],
  config: JsonObject = {},
  name = 'tm:project',
) {
  const memory = createExactMemory(entries);
  const resources: Resources = { get: (uri) => (uri === name ? memory : undefined) };
  return runTool(tmLeverage, blocks, { config, targets: ['fr'], resources });
}

const hello = entry('e1', 'Hello', 'Bonjour');

describe('tm-leverage', () => {
  test('T80 an exact match fills the target, is proposed and is noted', async () => {
    const { block } = await run(['Hello'], [hello]);
    expect(block.targets['fr']).toMatchObject({
      runs: [t('Bonjour')],
      status: 'translated',
      score: 1,
      origin: { kind: 'tm', reference: 'e1', tool: 'tm-leverage' },
    });
    expect(block.annotations['alt-translation']).toMatchObject({
      items: [{ score: 1, matchType: 'exact', locale: 'fr' }],
    });
    expect(block.annotations['tm-match']).toMatchObject({
      matches: { fr: { score: 1, ambiguous: false, matched: 1, total: 1 } },
    });
  });

  test('TV9 the same text with another structure of codes scores 0.99', async () => {
    const { block } = await run([aBlock([...bold('1', t('Hello'))])], [hello], { fillTarget: false });
    expect(block.annotations['alt-translation']).toMatchObject({ items: [{ score: 0.99 }] });
  });

  test('TV10 two perfect matches that differ are both 0.99 and ambiguous, and fill nothing', async () => {
    const { block } = await run(['Hello'], [hello, entry('e2', 'Hello', 'Salut')]);
    expect(block.targets).toEqual({});
    expect(block.annotations['alt-translation']).toMatchObject({
      items: [
        { score: 0.99, ambiguous: true },
        { score: 0.99, ambiguous: true },
      ],
    });
    const same = await run(['Hello'], [hello, entry('e2', 'Hello', 'Bonjour')]);
    expect(show(same.block.targets['fr']?.runs)).toBe('Bonjour');
    const strict = await run(['Hello'], [hello, entry('e2', 'Hello', 'Salut')], { fuzzyThreshold: 100 });
    expect(strict.block.annotations).toEqual({});
  });

  test('TV12 a target with a code that the source lacks is proposed and not filled', async () => {
    const { block, report } = await run(['Hello'], [entry('e1', 'Hello', [t('Bonjour '), variable('x')])]);
    expect(block.targets).toEqual({});
    expect(block.annotations['alt-translation']).toBeDefined();
    expect(report.documents[0]?.lossCounts).toMatchObject({ 'target-rejected': 1 });
  });

  test('TV13 a filled target is a copy', async () => {
    const { block } = await run(['Hello'], [hello]);
    expect(block.targets['fr']?.runs).not.toBe(hello.variants['fr']);
    expect(Object.isFrozen(block.targets['fr']?.runs)).toBe(true);
  });

  test('TV15 segments are joined with the gaps of the source, and one of two only proposes unless partialFill', async () => {
    const two = (): Block => {
      const block = aBlock('Hello. Bye.');
      const range = (startOffset: number, endOffset: number) =>
        endOffset === 11
          ? { startRun: 0, startOffset, endRun: 1, endOffset: 0 }
          : { startRun: 0, startOffset, endRun: 0, endOffset };
      block.overlays.push({
        type: 'segmentation',
        variant: null,
        layer: '',
        spans: [
          { id: 's1', range: range(0, 6), props: {} },
          { id: 's2', range: range(7, 11), props: {} },
        ],
      });
      return block;
    };
    const both = [entry('e1', 'Hello.', 'Bonjour.'), entry('e2', 'Bye.', 'Salut.')];
    const filled = await run([two()], both);
    expect(show(filled.block.targets['fr']?.runs)).toBe('Bonjour. Salut.');
    expect(filled.block.annotations['tm-match']).toMatchObject({
      matches: { fr: { tier: 'segmented', matched: 2, total: 2 } },
    });
    const one = await run([two()], both.slice(0, 1));
    expect(one.block.targets).toEqual({});
    expect(one.block.annotations['alt-translation']).toMatchObject({
      items: [{ segment: { startOffset: 0, endOffset: 6 } }],
    });
    const partly = await run([two()], both.slice(0, 1), { partialFill: true });
    expect(partly.block.targets['fr']).toMatchObject({ runs: [t('Bonjour. Bye.')], status: 'new' });
    const whole = await run([two()], both, { segments: false });
    expect(whole.block.annotations).toEqual({});
  });

  test('T80 the options decide what is asked, proposed and filled', async () => {
    const existing = () => aBlock('Hello', { fr: 'Allô' });
    expect(show((await run([existing()], [hello])).block.targets['fr']?.runs)).toBe('Allô');
    expect(show((await run([existing()], [hello], { fillIfTargetIsEmpty: false })).block.targets['fr']?.runs)).toBe(
      'Bonjour',
    );
    expect((await run(['Hello'], [hello], { fillTarget: false })).block.targets).toEqual({});
    expect((await run(['Hello'], [hello], { fillTargetThreshold: 101 })).block.targets).toEqual({});
    const many = [hello, entry('e2', 'Hello', 'Salut'), entry('e3', 'Hello', 'Coucou')];
    expect(
      (await run(['Hello'], many, { maxCandidates: 2 })).block.annotations['alt-translation']?.['items'],
    ).toHaveLength(2);
    const matched = () =>
      aBlock(
        'Hello',
        {},
        {
          annotations: {
            'tm-match': {
              type: 'tm-match',
              matches: { fr: { score: 0.9, tier: 'exact', ambiguous: false, matched: 1, total: 1 } },
            },
          },
        },
      );
    expect((await run([matched()], [hello], { noQueryThreshold: 90 })).block.targets).toEqual({});
    expect((await run([matched()], [hello])).block.targets['fr']).toBeDefined();
    const coded = [variable('x')];
    const near = [entry('e1', [t('Hello'), ...coded], 'A'), entry('e2', [t('Hello'), ...coded], 'B')];
    const lowered = await run(['Hello'], near, { downgradeIdenticalBestMatches: true });
    expect(lowered.block.annotations['alt-translation']).toMatchObject({ items: [{ score: 0.98 }, { score: 0.98 }] });
    expect((await run(['Hello'], [hello], { tm: ['tm:other'] }, 'tm:other')).block.targets['fr']).toBeDefined();
    expect((await run(['Hello'], [hello], { targetLocale: 'it' })).block.targets).toEqual({});
  });

  test('T80 a memory that the run does not have is told and changes nothing', async () => {
    const { block, report } = await run(['Hello'], [hello], { tm: ['tm:none'] });
    expect(report.status).toBe('ok');
    expect(block.targets).toEqual({});
  });

  test('T2 blocks that are not translatable are skipped', async () => {
    const { block } = await run([aBlock('Hello', {}, { translatable: false })], [hello]);
    expect(block.annotations).toEqual({});
  });
});
