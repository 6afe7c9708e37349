import type { JsonObject } from '@helve/core';
import type { Block, Resources, Runs } from '@helve/flow';
import { extractRuns } from '@helve/flow/content';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TmDraft } from '../../memory/contract.js';
import { entryId } from '../../memory/key.js';
import { draft, memoryOf } from '../../testing/memory-kit.js';
import { runSteps, runTool, toParts } from '../../testing/run-tool.js';
import { aBlock, bold, show, t, variable } from '../../testing/runs-kit.js';
import { caseTransform } from '../case-transform/case-transform.js';
import { tmLeverage } from './tm-leverage.js';

const entry = (en: Runs | string, fr: Runs | string): TmDraft => draft({ en, fr });

async function run(
  blocks: readonly (Block | string)[],
  entries: readonly TmDraft[],
  config: JsonObject = {},
  name = 'tm:project',
) {
  const memory = await memoryOf(entries);
  const resources: Resources = { get: (uri) => (uri === name ? memory : undefined) };
  return runTool(tmLeverage, blocks, { config, targets: ['fr'], resources });
}

const hello = entry('Hello', 'Bonjour');
const whole = { startRun: 0, startOffset: 0, endRun: 1, endOffset: 0 };

describe('tm-leverage', () => {
  test('T80 an exact match fills the target, is proposed and is noted', async () => {
    const { block } = await run(['Hello'], [hello]);
    expect(block.targets['fr']).toMatchObject({
      runs: [t('Bonjour')],
      status: 'translated',
      score: 1,
      origin: { kind: 'tm', reference: entryId(hello), tool: 'tm-leverage' },
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
    const { block } = await run(['Hello'], [hello, entry('Hello', 'Salut')]);
    expect(block.targets).toEqual({});
    expect(block.annotations['alt-translation']).toMatchObject({
      items: [
        { score: 0.99, ambiguous: true },
        { score: 0.99, ambiguous: true },
      ],
    });
    const same = await run(['Hello'], [hello, entry('Hello', 'Bonjour')]);
    expect(show(same.block.targets['fr']?.runs)).toBe('Bonjour');
    const strict = await run(['Hello'], [hello, entry('Hello', 'Salut')], { fuzzyThreshold: 100 });
    expect(strict.block.annotations).toEqual({});
  });

  test('TV12 a target with a code that the source lacks is proposed and not filled', async () => {
    const { block, report } = await run(['Hello'], [entry('Hello', [t('Bonjour '), variable('x')])]);
    expect(block.targets).toEqual({});
    expect(block.annotations['alt-translation']).toBeDefined();
    expect(report.documents[0]?.lossCounts).toMatchObject({ 'target-rejected': 1 });
  });

  test('a match that lacks a tag of its source is proposed and not filled, even where the tag may be deleted', async () => {
    const source = [t('Open '), ...bold('1', t('door'))];
    const { block } = await run([aBlock(source)], [entry(source, 'Ouvrir la porte')]);
    expect(block.targets).toEqual({});
    expect(block.annotations['alt-translation']).toMatchObject({ items: [{ locale: 'fr' }] });
  });

  test('a match with its tag on another word is proposed and not filled', async () => {
    const stored = entry([t('Save '), ...bold('1', t('all')), t(' files')], [...bold('1', t('Tous')), t(' garder')]);
    const { block } = await run([aBlock([...bold('1', t('Save')), t(' all files')])], [stored]);
    expect(block.targets).toEqual({});
    expect(block.annotations['alt-translation']).toMatchObject({ items: [{ score: 0.99 }] });
  });

  test('a similar match with other numbers is proposed and not filled', async () => {
    const stored = entry('Pay 30 dollars by 5 May', 'Payez 30 dollars avant le 5 mai');
    const { block } = await run(['Pay 40 dollars by 5 May'], [stored]);
    expect(block.targets).toEqual({});
    expect(block.annotations['alt-translation']).toMatchObject({ items: [{ matchType: 'fuzzy' }] });
    const alike = await run(['Pay 30 dollars by 5 May!'], [stored]);
    expect(alike.block.targets['fr']).toMatchObject({ status: 'draft' });
  });

  test('TV13 changing a filled target leaves the entry unchanged', async () => {
    const memory = await memoryOf([hello]);
    const resources: Resources = { get: () => memory };
    const steps = [
      { tool: 'tm-leverage' },
      { tool: 'case-transform', config: { applySource: false, applyTarget: true } },
    ];
    const { block } = await runSteps([tmLeverage, caseTransform], steps, toParts(['Hello']), {
      targets: ['fr'],
      resources,
    });
    expect(show(block.targets['fr']?.runs)).toBe('BONJOUR');
    const [match] = await memory.lookup({ source: 'Hello', from: 'en', to: 'fr' });
    expect(match?.target).toEqual([t('Bonjour')]);
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
    const both = [entry('Hello.', 'Bonjour.'), entry('Bye.', 'Salut.')];
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
    const unsplit = await run([two()], both, { segments: false });
    expect(unsplit.block.annotations).toEqual({});
  });

  test('an exact match has the white space of the text at its edges', async () => {
    for (const text of ['Hello\n', '\nHello', ' Hello ', 'Hello']) {
      const { block } = await run([text], [hello]);
      expect(block.targets['fr']).toMatchObject({ runs: [t(text.replace('Hello', 'Bonjour'))], status: 'translated' });
    }
  });

  test('T80 the options decide what is asked, proposed and filled', async () => {
    const existing = () => aBlock('Hello', { fr: 'Allô' });
    expect(show((await run([existing()], [hello])).block.targets['fr']?.runs)).toBe('Allô');
    expect(show((await run([existing()], [hello], { fillIfTargetIsEmpty: false })).block.targets['fr']?.runs)).toBe(
      'Bonjour',
    );
    expect(show((await run([existing()], [hello], { redo: ['fuzzy'] })).block.targets['fr']?.runs)).toBe('Bonjour');
    expect(show((await run([existing()], [hello], { redo: ['draft'] })).block.targets['fr']?.runs)).toBe('Allô');
    expect((await run(['Hello'], [hello], { fillTarget: false })).block.targets).toEqual({});
    expect((await run(['Hello'], [hello], { fillTargetThreshold: 101 })).block.targets).toEqual({});
    const many = [hello, entry('Hello', 'Salut'), entry('Hello', 'Coucou')];
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
    const near = [entry('Hello, world', 'A'), entry('Hello; world', 'B')];
    const alike = await run(['Hello world'], near, { fillTargetThreshold: 90 });
    expect(show(alike.block.targets['fr']?.runs)).toMatch(/^[AB]$/);
    const lowered = await run(['Hello world'], near, { downgradeIdenticalBestMatches: true, fillTargetThreshold: 80 });
    expect(lowered.block.targets).toEqual({});
    expect(lowered.block.annotations['alt-translation']).toMatchObject({
      items: [{ ambiguous: true }, { ambiguous: true }],
    });
    expect((await run(['Hello'], [hello], { tm: ['tm:other'] }, 'tm:other')).block.targets['fr']).toBeDefined();
    expect((await run(['Hello'], [hello], { targetLocale: 'it' })).block.targets).toEqual({});
  });

  test('T81 a segment has its origin in the target that is filled in part', async () => {
    const block = aBlock('Hello. Bye.');
    block.overlays.push({
      type: 'segmentation',
      variant: null,
      layer: '',
      spans: [
        { id: 's1', range: { startRun: 0, startOffset: 0, endRun: 0, endOffset: 6 }, props: {} },
        { id: 's2', range: { startRun: 0, startOffset: 7, endRun: 1, endOffset: 0 }, props: {} },
      ],
    });
    const known = entry('Bye.', 'Salut.');
    const { block: filled } = await run([block], [known], { partialFill: true });
    const alignment = filled.overlays.find(({ type }) => type === 'alignment');
    expect(alignment).toMatchObject({ variant: 'fr', spans: [{ props: { origin: 'tm', reference: entryId(known) } }] });
    expect(show(extractRuns(filled.targets['fr']?.runs ?? [], alignment?.spans[0]?.range ?? whole))).toBe('Salut.');
  });

  test('T81 a fuzzy match is proposed with its kind, and its score decides whether it fills', async () => {
    const known = entry('Open the new file now', 'Ouvrez');
    const { block } = await run(['Open the old file now'], [known]);
    expect(block.targets).toEqual({});
    expect(block.annotations['alt-translation']).toMatchObject({ items: [{ matchType: 'fuzzy', locale: 'fr' }] });
    expect(block.annotations['tm-match']).toMatchObject({ matches: { fr: { tier: 'fuzzy' } } });
    const filled = await run(['Open the old file now'], [known], { fillTargetThreshold: 80 });
    expect(filled.block.targets['fr']).toMatchObject({ status: 'draft', runs: [t('Ouvrez')] });
    const strict = await run(['Open the old file now'], [known], { fuzzyThreshold: 95 });
    expect(strict.block.annotations).toEqual({});
  });

  test('T80 writeTmx names a file for the matches that were used, each once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'helve-leverage-'));
    const path = join(folder, 'used.tmx');
    const { report } = await run(['Hello', 'Hello', 'Unknown'], [hello], { writeTmx: path });
    const text = readFileSync(path, 'utf8');
    expect(text.match(/<tu /g)).toHaveLength(1);
    expect(text).toContain('<seg>Bonjour</seg>');
    expect(Object.values(report.reports)).toMatchObject([{ totals: { blocks: 3, exact: 2, none: 1, filled: 2 } }]);
    rmSync(folder, { recursive: true });
  });

  test('T80 a memory that the run does not have is told and changes nothing', async () => {
    const { block, report } = await run(['Hello'], [hello], { tm: ['tm:none'] });
    expect(report.status).toBe('ok');
    expect(block.targets).toEqual({});
  });

  test('T81 blocks with equal matches share a note, and another match has its own', async () => {
    const { blocks } = await run(
      ['Hello', 'Bye', 'Open the old file now'],
      [hello, entry('Bye', 'Salut'), entry('Open the new file now', 'Ouvrez')],
    );
    const [one, other, fuzzy] = blocks.map(({ annotations }) => annotations['tm-match']);
    expect(other).toBe(one);
    expect(fuzzy).toMatchObject({ matches: { fr: { tier: 'fuzzy' } } });
  });

  test('T2 blocks that are not translatable are skipped', async () => {
    const { block } = await run([aBlock('Hello', {}, { translatable: false })], [hello]);
    expect(block.annotations).toEqual({});
  });
});
