import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Block } from '@helve/flow';
import { describe, expect, onTestFinished, test } from 'vitest';
import { foundIn } from '../../testing/finding-kit.js';
import { runTool } from '../../testing/run-tool.js';
import { aBlock } from '../../testing/runs-kit.js';
import { concept, withTerms } from '../../testing/term-kit.js';
import { brandVocabCheck } from './brand-vocab-check.js';

const vocabulary = [
  { term: 'Initech', status: 'competitor' },
  { term: 'billig', status: 'forbidden', use: 'günstig', locale: 'de' },
  { term: 'cheap', status: 'forbidden', use: 'affordable', locale: 'en' },
  { term: 'GitHub', status: 'preferred' },
  { term: 'log in', status: 'preferred' },
  { term: 'Handy', status: 'preferred', use: 'Smartphone' },
];

async function checked(block: Block, config = {}) {
  const run = await runTool(brandVocabCheck, [block], { config: { vocabulary, ...config } });
  expect(run.report.status).toBe('ok');
  return run.block;
}

const found = async (target: string, config = {}, source = 'x') =>
  foundIn(await checked(aBlock(source, { de: target }), config));

const rules = async (...args: Parameters<typeof found>) =>
  (await found(...args)).map(({ rule, subject }) => `${rule} ${subject}`);

describe('brand-vocab-check', () => {
  test('T29 finds competitors, forbidden words and others than the preferred ones, each with its place', async () => {
    expect(await found('Initech ist billig')).toMatchObject([
      { rule: 'brand.competitor', severity: 'critical', subject: 'Initech', target: { start: 0, end: 7 } },
      {
        rule: 'brand.forbidden',
        severity: 'major',
        suggestion: 'günstig',
        target: { start: 12, end: 18 },
        fix: { variant: 'de', edits: [{ start: 12, end: 18, replacement: [{ kind: 'text', text: 'günstig' }] }] },
      },
    ]);
    expect(await found('Ein Handy')).toMatchObject([
      { rule: 'brand.not-preferred', severity: 'minor', suggestion: 'Smartphone' },
    ]);
  });

  test('T29 a preferred word must be written so, but may begin a sentence', async () => {
    expect(await rules('Auf github und GitHub')).toEqual(['brand.not-preferred github']);
    expect(await rules('Log in, LOG IN')).toEqual(['brand.not-preferred LOG IN']);
  });

  test('T29 a word in another form has no certain fix', async () => {
    const [finding] = await found('billiger');
    expect(finding).toMatchObject({ rule: 'brand.forbidden', suggestion: 'günstig' });
    expect(finding?.fix).toBeUndefined();
  });

  test('T29 side chooses what is checked, and each word is for its locale', async () => {
    const source = 'cheap Initech billig';
    expect(await rules('gut', {}, source)).toEqual([]);
    expect(await rules('billig', { side: 'both' }, source)).toEqual([
      'brand.forbidden cheap',
      'brand.competitor Initech',
      'brand.forbidden billig',
    ]);
    const alone = await runTool(brandVocabCheck, [aBlock(source)], {
      config: { vocabulary, side: 'source' },
      targets: [],
    });
    expect(foundIn(alone.block).map(({ subject, side }) => `${side} ${subject}`)).toEqual([
      'source cheap',
      'source Initech',
    ]);
    expect(alone.block.annotations['brand-voice']).toBeUndefined();
  });

  test('T29 gives each target a score, and running twice changes nothing', async () => {
    const block = await checked(aBlock('x', { de: 'Initech ist billig' }));
    expect(block.annotations['brand-voice']).toEqual({ type: 'brand-voice', score: 70, targets: { de: 70 } });
    const again = await checked(block);
    expect([again.annotations, again.overlays]).toEqual([block.annotations, block.overlays]);
    const { annotations } = await checked(aBlock('x', { de: 'gut' }));
    expect(annotations['brand-voice']).toMatchObject({ score: 100 });
  });

  test('T29 the termbase of the run counts without a vocabulary', async () => {
    const terms = [
      concept('a', ['de:Handy!forbidden', 'de:Smartphone!preferred', 'de:Telefon!deprecated']),
      concept('b', [{ text: 'Initech', locale: 'de', status: 'admitted', competitor: true }]),
    ];
    const { block } = await runTool(brandVocabCheck, [aBlock('x', { de: 'Handy Telefon Initech smartphone' })], {
      resources: withTerms(terms),
    });
    expect(foundIn(block).map(({ rule, suggestion }) => [rule, suggestion])).toEqual([
      ['brand.forbidden', 'Smartphone'],
      ['brand.not-preferred', 'Smartphone'],
      ['brand.competitor', undefined],
      ['brand.not-preferred', 'Smartphone'],
    ]);
  });

  test.each([
    ['words.json', '[{"term":"Initech","status":"competitor"}]'],
    ['words.csv', 'term,status,use,locale\nInitech,competitor,,de\n'],
    ['words.csv', 'concept_id,locale:de,competitor\nc1,Initech,yes\n'],
    [
      'words.tbx',
      '<tbx><text><body><conceptEntry id="c"><langSec xml:lang="de"><termSec><term>Initech</term><termNote type="x-competitor">yes</termNote></termSec></langSec></conceptEntry></body></text></tbx>',
    ],
  ])('T29 the vocabulary is a file: %s, %s', async (name, content) => {
    expect(await rules('Initech', { vocabulary: await file(name, content) })).toEqual(['brand.competitor Initech']);
  });

  test.each([
    ['words.json', '[{"term":"a","status":"nice"}]', 'entry 1 has no "status"'],
    ['words.json', '[{"status":"forbidden"}]', 'entry 1 has no text "term"'],
    ['words.json', '[', 'it is not valid JSON'],
    ['words.csv', 'term,status,locale\na,forbidden,?\n', 'row 1 has no locale'],
  ])('T29 a vocabulary %s that is wrong is refused', async (name, content, problem) => {
    const { report } = await runTool(brandVocabCheck, [aBlock('x', { de: 'y' })], {
      config: { vocabulary: await file(name, content) },
    });
    expect(JSON.stringify(report)).toContain(JSON.stringify(problem).slice(1, -1));
  });

  test('T29 reads severities and targetLocale', async () => {
    expect(await rules('billig', { severities: { 'brand.forbidden': 'off' } })).toEqual([]);
    const { block } = await runTool(brandVocabCheck, [aBlock('x', { de: 'billig' })], {
      config: { vocabulary, targetLocale: 'de' },
      targets: [],
    });
    expect(foundIn(block)).toHaveLength(1);
  });
});

async function file(name: string, content: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'helve-brand-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, name), content);
  return join(folder, name);
}
