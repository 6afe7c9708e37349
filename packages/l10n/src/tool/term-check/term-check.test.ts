import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@helve/core';
import { FlowToolRegistry, registerAll, type Runs } from '@helve/flow';
import { describe, expect, onTestFinished, test } from 'vitest';
import { foundIn } from '../../testing/finding-kit.js';
import { runTool } from '../../testing/run-tool.js';
import { concept, withTerms } from '../../testing/term-kit.js';
import { aBlock, bold, plural, t } from '../../testing/runs-kit.js';
import { termCheck } from './term-check.js';

const glossary = [
  { source: 'file', target: ['Datei', 'Akte'] },
  { source: 'file system', target: ['Dateisystem'] },
];

async function found(source: Runs | string, target: Runs | string, config: object = {}) {
  const { block, report } = await runTool(termCheck, [aBlock(source, { de: target })], {
    config: { glossary, ...config },
  });
  expect(report.status).toBe('ok');
  return foundIn(block);
}

const subjects = async (source: Runs | string, target: Runs | string, config = {}) =>
  (await found(source, target, config)).map(({ subject }) => subject);

describe('term-check', () => {
  test('T30 a term that is translated as something else is found on both sides', async () => {
    expect(await found('Open the file', 'Öffne das Dokument')).toMatchObject([
      {
        rule: 'term.missing',
        check: 'term-check',
        severity: 'major',
        message: 'The term "file" is not translated as "Datei" or "Akte"',
        suggestion: 'Datei',
        source: { start: 9, end: 13 },
        target: { start: 0, end: 18 },
      },
    ]);
    expect(await subjects('Open the file', 'Öffne die Akte')).toEqual([]);
    expect(await subjects('Open the profile', 'Öffne das Profil')).toEqual([]);
  });

  test('T30 a term must be there as often, and the longest term counts', async () => {
    expect(await subjects('A file and a file', 'Eine Datei und eine Akte')).toEqual([]);
    expect(await subjects('A file and a file', 'Eine Datei und noch eine')).toEqual(['file']);
    expect(await subjects('The file system', 'Das Dateisystem')).toEqual([]);
    expect(await subjects('The file system', 'Das System der Datei')).toEqual(['file system']);
  });

  test('T30 terms are found across codes and in every form', async () => {
    expect(await subjects([t('a fi'), ...bold('1', t('le'))], 'ein Dokument')).toEqual(['file']);
    const source = [plural({ one: 'one file', other: 'some file' })];
    expect(await found(source, [plural({ one: 'eine Datei', other: 'Dokumente' })])).toMatchObject([
      { path: [{ run: 0, form: 'other' }], source: { path: '/0:other', start: 5, end: 9 } },
    ]);
  });

  test('T30 caseSensitive finds terms only as they are written', async () => {
    expect(await subjects('File', 'Dokument')).toEqual(['file']);
    expect(await subjects('File', 'Dokument', { caseSensitive: true })).toEqual([]);
  });

  test('T30 marks the terms of the source, and leaves marks of others', async () => {
    const block = aBlock('Open the file', { de: 'Datei' });
    const range = { startRun: 0, startOffset: 0, endRun: 0, endOffset: 4 };
    block.overlays.push({ type: 'term', variant: null, layer: '', spans: [{ id: 'mine', range, props: {} }] });
    const once = await runTool(termCheck, [block], { config: { glossary } });
    const spans = once.block.overlays.find(({ type }) => type === 'term')?.spans ?? [];
    expect(spans.map(({ id }) => id)).toEqual(['mine', 'glossary-de-1']);
    expect(spans[1]?.value).toMatchObject({
      type: 'term',
      text: 'file',
      targets: [
        { text: 'Datei', locale: 'de', status: 'preferred' },
        { text: 'Akte', locale: 'de', status: 'admitted' },
      ],
      status: 'approved',
      score: 1,
      matchType: 'exact',
    });
    const twice = await runTool(termCheck, [once.block], { config: { glossary } });
    expect(twice.block.overlays).toEqual(once.block.overlays);
    const changed = await runTool(termCheck, [once.block], { config: { glossary: [{ source: 'x', target: ['y'] }] } });
    expect(changed.block.overlays.flatMap((overlay) => overlay.spans.map(({ id }) => id))).toEqual(['mine']);
  });

  test('T30 the glossary is a file of CSV or JSON, rows of one term together', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'helve-terms-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const csv = join(folder, 'terms.csv');
    await writeFile(csv, '\ufeffid,source,target\r\n1,file,Datei\n2,file,"Akte, die"\n3,"say ""hi""",grüß\n,,\n');
    expect(await subjects('A file', 'Die Akte, die', { glossary: csv })).toEqual([]);
    expect(await subjects('Now say "hi"', 'Nun sag', { glossary: csv })).toEqual(['say "hi"']);
    const json = join(folder, 'terms.json');
    await writeFile(
      json,
      JSON.stringify([
        { source: 'file', target: 'Datei' },
        { source: 'map', target: ['Karte'] },
      ]),
    );
    expect(await subjects('A file and a map', 'Eins und zwei', { glossary: json })).toEqual(['file', 'map']);
  });

  test.each([
    ['terms.csv', 'term,translation\nfile,Datei\n', 'it has no columns "source" and "target"'],
    ['terms.json', '[{"source": 1}]', 'none of its terms can be used; at entry 1, it has no id'],
    ['terms.json', '[', 'its list of concepts is not closed'],
    ['none.csv', undefined, 'it cannot be read'],
  ])('T30 a glossary %s that is wrong is refused', async (name, content, problem) => {
    const folder = await mkdtemp(join(tmpdir(), 'helve-terms-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    if (content !== undefined) await writeFile(join(folder, name), content);
    const { report } = await runTool(termCheck, [aBlock('a', { de: 'b' })], {
      config: { glossary: join(folder, name) },
    });
    expect(report.status).toBe('failed');
    expect(JSON.stringify(report)).toContain(JSON.stringify(problem).slice(1, -1));
  });

  test('T30 without a glossary the termbase of the run counts, and without that nothing is done', async () => {
    const block = () => aBlock('Open the files', { de: 'Öffne das Dokument' });
    const terms = [concept('c1', ['en:file', 'de:Datei!preferred', 'de:Akte!admitted', 'de:Dokument!forbidden'])];
    const { block: checked } = await runTool(termCheck, [block()], { resources: withTerms(terms) });
    expect(foundIn(checked)).toMatchObject([
      { rule: 'term.missing', suggestion: 'Datei', source: { start: 9, end: 14 } },
    ]);
    const { block: alone, report } = await runTool(termCheck, [block()]);
    expect(foundIn(alone)).toEqual([]);
    expect(report.status).toBe('ok');
  });

  test('T30 a term without a usable translation demands nothing, and one of two meanings either', async () => {
    const terms = [
      concept('c1', ['en:bank', 'de:Bank']),
      concept('c2', ['en:bank', 'de:Ufer']),
      concept('c3', ['en:map', 'de:Mappe!deprecated']),
    ];
    const check = async (source: string, target: string) =>
      foundIn((await runTool(termCheck, [aBlock(source, { de: target })], { resources: withTerms(terms) })).block);
    expect(await check('a bank, a map', 'ein Ufer')).toEqual([]);
    expect(await check('a bank, a bank', 'ein Ufer, eine Bank')).toEqual([]);
    expect(await check('a bank, a bank', 'ein Ufer')).toMatchObject([{ subject: 'bank', suggestion: 'Bank' }]);
  });

  test('T30 severities and targetLocale are read', async () => {
    expect(await subjects('file', 'x', { severities: { 'term.missing': 'off' } })).toEqual([]);
    const { block } = await runTool(termCheck, [aBlock('file', { fr: 'x' })], {
      config: { glossary, targetLocale: 'fr' },
      targets: [],
    });
    expect(foundIn(block)).toHaveLength(1);
  });

  test('T30 a step needs a termbase only where it has no glossary', () => {
    const needs = (config: JsonObject) => {
      const registry = new FlowToolRegistry();
      registerAll(registry, [termCheck]);
      return registry.get('term-check')?.resolve(config).contract.requires;
    };
    expect(needs({ caseSensitive: false, severities: {} })).toContain('termbase');
    expect(needs({ caseSensitive: false, severities: {}, glossary })).not.toContain('termbase');
  });
});
