import type { Block } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { foundIn, rulesFound } from '../../testing/finding-kit.js';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, plural } from '../../testing/runs-kit.js';
import { inconsistencyCheck } from './inconsistency-check.js';
import { reduceComparisons, TextComparison } from './text-comparison.js';

/** Creates blocks from pairs, named by their number. */
function blocksOf(...pairs: readonly (readonly [source: string, target: string])[]): Block[] {
  return pairs.map(([source, target], index) => aBlock(source, { de: target }, { id: `b${index + 1}` }));
}

/** Exchanges snapshots as the documents of a run do. */
function meet(documents: readonly TextComparison[]): void {
  let isOpen = true;
  while (isOpen) {
    const reduced = reduceComparisons(documents.map((document) => document.snapshot()));
    isOpen = documents.map((document) => document.merge([reduced])).includes(true);
  }
}

async function rules(blocks: readonly Block[], config = {}, targets = ['de']) {
  const run = await runTool(inconsistencyCheck, blocks, { config: { minWords: 1, ...config }, targets });
  return run.blocks.map(rulesFound);
}

describe('inconsistency-check', () => {
  test('TV25 every block of a source with two targets is told, with the targets by count', async () => {
    const { blocks } = await runTool(inconsistencyCheck, blocksOf(['A', 'X'], ['A', 'Y'], ['A', 'X']), {
      config: { minWords: 1 },
    });
    const found = blocks.flatMap(foundIn);
    expect(found.map(({ rule, severity }) => [rule, severity])).toEqual(
      Array.from({ length: 3 }, () => ['inconsistency.target', 'minor']),
    );
    expect(found[1]).toMatchObject({
      check: 'inconsistency-check',
      message: 'The source is translated in 2 ways: "X" (2), "Y" (1)',
      suggestion: 'X',
      metadata: {
        variants: [
          { text: 'X', count: 2 },
          { text: 'Y', count: 1 },
        ],
      },
      source: { start: 0, end: 1 },
      target: { start: 0, end: 1 },
    });
    expect(found[0]?.suggestion).toBeUndefined();
  });

  test('T31 equal targets, and sources that differ in codes or forms, are no conflict', async () => {
    expect(await rules(blocksOf(['A', 'X'], ['A', 'X'], ['B', 'Y']))).toEqual([[], [], []]);
    const forms = (other: string) => aBlock([plural({ one: 'a', other })], { de: other });
    expect(await rules([forms('x'), forms('y')])).toEqual([[], []]);
    expect(await rules(blocksOf(['A', 'X'], ['A', '']))).toEqual([[], []]);
  });

  test('T31 wordings of equal count stand in the order of their text', async () => {
    const { blocks } = await runTool(inconsistencyCheck, blocksOf(['A', 'Y'], ['A', 'X']), { config: { minWords: 1 } });
    expect(foundIn(blocks[0] as Block)[0]?.message).toContain('"X" (1), "Y" (1)');
  });

  test('T31 texts with other contexts or notes are other texts', async () => {
    const inContext = (target: string, context: string, id: string) =>
      aBlock('Open the file now', { de: target }, { id, properties: { context } });
    expect(await rules([inContext('X', 'menu', 'a'), inContext('Y', 'title', 'b')])).toEqual([[], []]);
    expect(await rules([inContext('X', 'menu', 'a'), inContext('Y', 'menu', 'b')])).toEqual([
      ['inconsistency.target'],
      ['inconsistency.target'],
    ]);
  });

  test('T31 minWords leaves out short texts, and access keys make no difference', async () => {
    const blocks = blocksOf(['Save as', 'Sichern'], ['Save as', 'Speichern']);
    expect(await rules(blocks, { minWords: 3 })).toEqual([[], []]);
    expect(await rules(blocksOf(['_Save', '_Sichern'], ['_Save', 'S_ichern']))).toEqual([[], []]);
  });

  test('T31 checkTarget and checkSource choose the direction', async () => {
    const blocks = blocksOf(['A', 'X'], ['B', 'X'], ['A', 'Y']);
    expect(await rules(blocks)).toEqual([['inconsistency.target'], [], ['inconsistency.target']]);
    expect(await rules(blocks, { checkTarget: false, checkSource: true })).toEqual([
      ['inconsistency.source'],
      ['inconsistency.source'],
      [],
    ]);
    const [first] = (
      await runTool(inconsistencyCheck, blocks, { config: { minWords: 1, checkTarget: false, checkSource: true } })
    ).blocks;
    expect(foundIn(first as Block)).toMatchObject([
      { severity: 'minor', message: 'The target is the translation of 2 sources: "A" (1), "B" (1)' },
    ]);
  });

  test('T31 caseSensitive tells texts apart that differ in case only', async () => {
    const sources = blocksOf(['Save', 'Sichern'], ['save', 'Speichern']);
    expect(await rules(sources)).toEqual([[], []]);
    expect(await rules(sources, { caseSensitive: false })).toEqual([
      ['inconsistency.target'],
      ['inconsistency.target'],
    ]);
    const targets = blocksOf(['Save', 'Sichern'], ['Save', 'sichern']);
    expect(await rules(targets)).toEqual([['inconsistency.target'], ['inconsistency.target']]);
    expect(await rules(targets, { caseSensitive: false })).toEqual([[], []]);
  });

  test('T31 acrossLocales finds blocks that only some locales have, or have as a copy', async () => {
    const block = () => aBlock('Save', { de: 'Sichern', fr: 'Save' });
    expect(await rules([block()], {}, ['de', 'fr', 'pl'])).toEqual([[]]);
    const { block: found } = await runTool(inconsistencyCheck, [block()], {
      config: { acrossLocales: true },
      targets: ['de', 'fr', 'pl'],
    });
    expect(foundIn(found)).toMatchObject([
      {
        rule: 'inconsistency.locales',
        severity: 'minor',
        side: 'source',
        message: 'The source is translated into "de", but not into "fr", "pl"',
        source: { start: 0, end: 4 },
      },
    ]);
    expect(
      await rules([aBlock('Save', { de: 'Sichern', fr: 'Garder' })], { acrossLocales: true }, ['de', 'fr']),
    ).toEqual([[]]);
    expect(await rules([aBlock('Save')], { acrossLocales: true }, ['de', 'fr'])).toEqual([[]]);
  });

  test('T31 with acrossLocales each target is still compared, and running twice changes nothing', async () => {
    const blocks = [aBlock('A', { de: 'X', fr: 'U' }, { id: 'b1' }), aBlock('A', { de: 'Y' }, { id: 'b2' })];
    const options = { config: { acrossLocales: true, minWords: 1 }, targets: ['de', 'fr'] };
    const once = await runTool(inconsistencyCheck, blocks, options);
    expect(once.blocks.map(rulesFound)).toEqual([
      ['inconsistency.target'],
      ['inconsistency.locales', 'inconsistency.target'],
    ]);
    const twice = await runTool(inconsistencyCheck, once.blocks, options);
    expect(twice.blocks.map(({ overlays }) => overlays)).toEqual(once.blocks.map(({ overlays }) => overlays));
  });

  test('T31 checkPerFile waits for the blocks of one document, else for those of the run', () => {
    const barrierOf = (checkPerFile: boolean) =>
      inconsistencyCheck.resolve?.(
        { checkPerFile, acrossLocales: false },
        { meta: inconsistencyCheck.factory().meta, isLocalProvider: () => true, tool: () => undefined },
      ).barrier;
    expect([barrierOf(false), barrierOf(true)]).toEqual(['run', 'document']);
  });

  test('T31 targetLocale names the target, and severities change rules', async () => {
    const blocks = blocksOf(['A', 'X'], ['A', 'Y']);
    expect(await rules(blocks, { targetLocale: 'fr' }, [])).toEqual([[], []]);
    expect(await rules(blocks, { targetLocale: 'de' }, [])).toEqual([
      ['inconsistency.target'],
      ['inconsistency.target'],
    ]);
    expect(await rules(blocks, { severities: { 'inconsistency.target': 'off' } })).toEqual([[], []]);
  });

  test('documents of unknown languages are compared each with itself', async () => {
    const waysIn = (variant: string) => {
      const documents = ['Guardar', 'Garder'].map((target) => {
        const document = new TextComparison();
        document.add('target', variant, 'Save', target);
        return document;
      });
      meet(documents);
      return documents[0]?.conflictOf('target', variant, 'Save')?.length;
    };
    expect([waysIn('es'), waysIn('und')]).toEqual([2, undefined]);
    const blocks = ['X', 'Y'].map((und, index) => aBlock('A', { und }, { id: `b${index + 1}` }));
    expect(await rules(blocks, {}, ['und'])).toEqual([['inconsistency.target'], ['inconsistency.target']]);
  });

  test('documents learn of each other the few texts that are in conflict', () => {
    const documents = ['Sichern', 'Speichern', 'Sichern'].map((target, index) => {
      const document = new TextComparison();
      document.add('target', 'de', 'Save', target);
      document.add('target', 'de', `Text ${index}`, 'Ein Text');
      return document;
    });
    expect(JSON.stringify(documents[0]?.snapshot())).not.toContain('Sichern');
    meet(documents);
    for (const document of documents) {
      expect(document.conflictOf('target', 'de', 'Save')).toEqual([
        { text: 'Sichern', isWhole: true, count: 2 },
        { text: 'Speichern', isWhole: true, count: 1 },
      ]);
      expect(document.conflictOf('target', 'de', 'Text 0')).toBeUndefined();
    }
  });

  test('T2 blocks that are not translated are left alone', async () => {
    const fixed = aBlock('A', { de: 'Y' }, { id: 'b2', translatable: false });
    expect(await rules([...blocksOf(['A', 'X']), fixed])).toEqual([[], []]);
  });
});
