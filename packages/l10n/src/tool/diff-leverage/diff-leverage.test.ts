import type { JsonObject } from '@helve/core';
import type { Block } from '@helve/flow';
import { createTarget, writeParts } from '@helve/flow/content';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runTool, toParts } from '../../testing/run-tool.js';
import { aBlock, bold, show, t, variable } from '../../testing/runs-kit.js';
import { diffLeverage } from './diff-leverage.js';

const folder = mkdtempSync(join(tmpdir(), 'helve-diff-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Writes the parts of blocks, as a store does. */
async function snapshot(name: string, blocks: readonly Block[]): Promise<string> {
  let text = '';
  for await (const line of writeParts(toParts(blocks))) text += line;
  return file(name, text);
}

const named = (id: string, source: Parameters<typeof aBlock>[0], fr?: Parameters<typeof aBlock>[0]) =>
  aBlock(source, fr === undefined ? {} : { fr }, { id });

const run = (blocks: readonly Block[], config: JsonObject) =>
  runTool(diffLeverage, blocks, { config, targets: ['fr'] });

const before = await snapshot('before.ndjson', [
  named('b1', 'Hello', 'Bonjour'),
  named('b2', [t('Save '), ...bold('1', t('all'))], [t('Tout '), ...bold('1', t('garder'))]),
  named('b3', 'Open the old file', 'Ouvrir'),
  named('b4', 'Not translated'),
]);

describe('diff-leverage', () => {
  test('T21 what is unchanged takes over runs, status and origin, and says what it was before', async () => {
    const approved = named('b1', 'Hello');
    approved.targets['fr'] = createTarget([t('Bonjour')], { status: 'reviewed', origin: { kind: 'human' } });
    const previous = await snapshot('approved.ndjson', [approved]);
    const { block } = await run([named('b1', 'Hello')], { previous });
    expect(block.targets['fr']).toMatchObject({ runs: [t('Bonjour')], status: 'reviewed', origin: { kind: 'human' } });
    expect(block.annotations['diff']).toMatchObject({ status: 'unchanged', score: 1, ref: 'b1' });
  });

  test('T21 a text that only says the same is leveraged as a draft', async () => {
    const config = { previous: before, caseSensitive: false };
    const { block } = await run([named('b9', 'HELLO')], config);
    expect(block.annotations['diff']).toMatchObject({ status: 'leveraged', ref: 'b1' });
    expect(block.targets['fr']).toMatchObject({ status: 'draft', origin: { kind: 'tm', tool: 'diff-leverage' } });
    const strict = await run([named('b9', 'HELLO')], { previous: before });
    expect(strict.block.annotations['diff']).toMatchObject({ status: 'new' });
  });

  test('T21 matchBy says how a text is found again', async () => {
    const moved = () => [named('b7', 'Hello')];
    expect((await run(moved(), { previous: before, matchBy: 'content' })).block.targets['fr']).toBeDefined();
    expect((await run(moved(), { previous: before, matchBy: 'both' })).block.targets['fr']).toBeDefined();
    const { block } = await run(moved(), { previous: before, matchBy: 'id' });
    expect(block.targets).toEqual({});
    expect(block.annotations['diff']).toMatchObject({ status: 'new' });
    const changed = await run([named('b1', 'Goodbye')], { previous: before, matchBy: 'id' });
    expect(changed.block.annotations['diff']).toMatchObject({ status: 'modified', ref: 'b1' });
    const byContent = await run([named('b1', 'Goodbye')], { previous: before, matchBy: 'content' });
    expect(byContent.block.annotations['diff']).toMatchObject({ status: 'new' });
  });

  test('T21 a fuzzy hit is proposed and never committed', async () => {
    const near = () => [named('b3', 'Open the new file')];
    const { block } = await run(near(), { previous: before, fuzzyMatch: true });
    expect(block.targets).toEqual({});
    expect(block.annotations['alt-translation']).toMatchObject({
      items: [{ target: [t('Ouvrir')], matchType: 'fuzzy' }],
    });
    expect(block.annotations['diff']).toMatchObject({ status: 'modified', ref: 'b3' });
    const strict = await run(near(), { previous: before, fuzzyMatch: true, fuzzyThreshold: 95 });
    expect(strict.block.annotations['alt-translation']).toBeUndefined();
  });

  test('T21 codes come over with their text, and a target whose codes differ is only proposed', async () => {
    const source = () => [t('Save '), ...bold('1', t('all'))];
    const { block } = await run([named('b2', source())], { previous: before });
    expect(show(block.targets['fr']?.runs)).toBe('Tout <x id="1"/>garder<x id="/1"/>');
    const broken = await snapshot('broken.ndjson', [named('b1', 'Hello', [t('Bonjour '), variable('x')])]);
    const rejected = await run([named('b1', 'Hello')], { previous: broken });
    expect(rejected.block.targets).toEqual({});
    expect(rejected.block.annotations['alt-translation']).toMatchObject({ items: [{ rejected: 'codes' }] });
  });

  test.each([
    ['%s', '%d'],
    ['{file}', '{folder}'],
    ['<a href="old">', '<a href="new">'],
  ])('a text whose code changed from %s to %s is modified, and its old target only proposed', async (old, now) => {
    const source = (data: string) => [t('Open '), variable('1', data), t(' now')];
    const previous = await snapshot('codes.ndjson', [named('b1', source(old), [variable('1', old), t(' öffnen')])]);
    for (const matchBy of ['id', 'content', 'both']) {
      const { block } = await run([named('b1', source(now))], { previous, matchBy });
      expect(block.targets).toEqual({});
      expect(block.annotations['diff']).toMatchObject({ status: 'modified', score: 0.99, ref: 'b1' });
      const items = [{ target: [{ data: old }, t(' öffnen')], matchType: 'fuzzy', score: 0.99 }];
      expect(block.annotations['alt-translation']).toMatchObject({ items });
    }
    const { block } = await run([named('b1', source(old))], { previous });
    expect(block.annotations['diff']).toMatchObject({ status: 'unchanged' });
  });

  test('the case of a code counts even where that of a text does not', async () => {
    const source = (data: string, text: string) => [t(text), variable('1', data)];
    const previous = await snapshot('case.ndjson', [named('b1', source('{a}', 'Open '), source('{a}', 'Ouvrir '))]);
    const config = { previous, caseSensitive: false };
    expect((await run([named('b1', source('{a}', 'OPEN '))], config)).block.targets['fr']).toBeDefined();
    expect((await run([named('b1', source('{A}', 'Open '))], config)).block.targets).toEqual({});
  });

  test('T21 the version before may be a bilingual file or two files', async () => {
    const po = file(
      'old.po',
      'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Hello"\nmsgstr "Bonjour"\n',
    );
    expect(show((await run([named('x', 'Hello')], { previous: po })).block.targets['fr']?.runs)).toBe('Bonjour');
    const previousSource = file('old.en.json', '{"greeting": "Hello"}');
    const previousTarget = file('old.fr.json', '{"greeting": "Salut"}');
    const { block } = await run([named('x', 'Hello')], { previousSource, previousTarget });
    expect(show(block.targets['fr']?.runs)).toBe('Salut');
  });

  test('T21 a target that is there stays', async () => {
    const { block } = await run([named('b1', 'Hello', 'Allô')], { previous: before });
    expect(show(block.targets['fr']?.runs)).toBe('Allô');
  });

  test('T21 exactly one form of the version before is wanted, and one that cannot be read is an error', async () => {
    await expect(run([named('b1', 'Hello')], {})).rejects.toThrow('previousSource');
    await expect(run([named('b1', 'Hello')], { previousSource: before })).rejects.toThrow('previousTarget');
    await expect(run([named('b1', 'Hello')], { previous: before, previousTarget: before })).rejects.toThrow('previous');
    const { report } = await run([named('b1', 'Hello')], { previous: join(folder, 'none.po') });
    expect(report.status).not.toBe('ok');
    expect(JSON.stringify(report)).toContain('none.po');
  });
});
