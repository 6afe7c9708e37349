import { describe, expect, test } from 'vitest';
import { runTool } from '../testing/run-tool.js';
import { aBlock, bold, plural, show, t, variable } from '../testing/runs-kit.js';
import { createTargetTool } from './create-target/create-target.js';
import { inlineCodesRemove } from './inline-codes-remove/inline-codes-remove.js';
import { linebreakConvert } from './linebreak-convert/linebreak-convert.js';
import { propertiesSet } from './properties-set/properties-set.js';
import { removeTarget } from './remove-target/remove-target.js';
import { repetitionAnalysis } from './repetition-analysis/repetition-analysis.js';

describe('create-target', () => {
  const source = [...bold('1', t('a')), plural({ one: 'file', other: 'files' })];

  test('T13 creates an empty target, and leaves one that is there', async () => {
    const { blocks } = await runTool(createTargetTool, [aBlock('a'), aBlock('b', { de: 'B' }, { id: 'b2' })]);
    expect(blocks.map(({ targets }) => [show(targets['de']?.runs), targets['de']?.status])).toEqual([
      ['', 'new'],
      ['B', 'draft'],
    ]);
  });

  test('TV39 a copy keeps codes and has the forms of the target', async () => {
    const options = { config: { copySource: true }, targets: ['ja', 'pl'] };
    const { block } = await runTool(createTargetTool, [aBlock(source)], options);
    expect(show(block.targets['ja']?.runs)).toBe('<x id="1"/>a<x id="/1"/>{other[files]}');
    expect(show(block.targets['pl']?.runs)).toBe(
      '<x id="1"/>a<x id="/1"/>{one[file] few[files] many[files] other[files]}',
    );
  });

  test('T13 each option changes what happens', async () => {
    const over = await runTool(createTargetTool, [aBlock('a', { de: 'B' })], { config: { overwrite: true } });
    expect(show(over.block.targets['de']?.runs)).toBe('');
    const fixed = aBlock('a', {}, { translatable: false });
    expect((await runTool(createTargetTool, [fixed])).block.targets).toHaveProperty('de');
    const none = await runTool(createTargetTool, [aBlock('a', {}, { translatable: false })], {
      config: { createOnNonTranslatable: false },
    });
    expect(none.block.targets).toEqual({});
  });
});

describe('remove-target', () => {
  const both = () => aBlock('a', { de: 'D', fr: 'F' });
  const left = async (config: object, block = both()) =>
    (await runTool(removeTarget, [block], { config: { ...config } })).blocks.map(({ targets }) => Object.keys(targets));

  test('T14 removes the target of the locale, or all', async () => {
    expect(await left({})).toEqual([['fr']]);
    expect(await left({ scope: 'all' })).toEqual([[]]);
  });

  test('T14 by id, status and kind of block', async () => {
    expect(await left({ ids: ['other'] })).toEqual([['de', 'fr']]);
    expect(await left({ ids: ['b1'] })).toEqual([['fr']]);
    expect(await left({ statuses: ['new'] })).toEqual([['de', 'fr']]);
    expect(await left({ statuses: ['draft'] })).toEqual([['fr']]);
    const fixed = () => aBlock('a', { de: 'D' }, { translatable: false });
    expect(await left({}, fixed())).toEqual([['de']]);
    expect(await left({ onlyTranslatable: false }, fixed())).toEqual([[]]);
  });

  test('T14 a block without targets may leave', async () => {
    expect(await left({ removeBlockIfEmpty: true }, aBlock('a', { de: 'D' }))).toEqual([]);
    expect(await left({ removeBlockIfEmpty: true })).toEqual([['fr']]);
  });

  test('K18 an approved target stays, and the report says so', async () => {
    const { block, report } = await runTool(removeTarget, [aBlock('a', { de: 'D' }, { status: 'reviewed' })]);
    expect(block.targets).toHaveProperty('de');
    expect(report.lossCounts).toEqual({ 'target-protected': 1 });
    const forced = await runTool(removeTarget, [aBlock('a', { de: 'D' }, { status: 'reviewed' })], {
      overwriteApproved: true,
    });
    expect(forced.block.targets).toEqual({});
  });
});

describe('inline-codes-remove', () => {
  const source = [
    t('a'),
    ...bold('1', t('b')),
    { kind: 'ph', id: '2', type: 'struct:break', data: '<br>' } as const,
    t('c'),
  ];
  const removed = async (config: object, block = aBlock(source, { de: source })) => {
    const { block: done } = await runTool(inlineCodesRemove, [block], { config: { ...config } });
    return [show(done.source), show(done.targets['de']?.runs)];
  };

  test('T15 takes codes out of targets, in every form', async () => {
    expect(await removed({})).toEqual(['a<x id="1"/>b<x id="/1"/><x id="2/"/>c', 'abc']);
    const forms = aBlock('x', { de: [plural({ one: [variable('1'), t(' a')], other: [t('b')] })] });
    expect((await removed({}, forms))[1]).toBe('{one[ a] other[b]}');
  });

  test('T15 each option changes what is taken', async () => {
    expect((await removed({ applySource: true }))[0]).toBe('abc');
    expect((await removed({ types: ['fmt:bold'] }))[1]).toBe('ab<x id="2/"/>c');
    expect((await removed({ replaceWithSpace: true }))[1]).toBe('ab c');
    const fixed = aBlock(source, { de: source }, { translatable: false });
    expect((await removed({ includeNonTranslatable: false }, fixed))[1]).toContain('<x');
  });
});

describe('properties-set', () => {
  test('T16 sets, keeps and deletes', async () => {
    const block = () => aBlock('a', {}, { properties: { old: '1', gone: '2' } });
    const properties = { old: 'x', fresh: 'y', gone: null };
    expect((await runTool(propertiesSet, [block()], { config: { properties } })).block.properties).toEqual({
      old: 'x',
      fresh: 'y',
    });
    const kept = await runTool(propertiesSet, [block()], { config: { properties, overwrite: false } });
    expect(kept.block.properties).toMatchObject({ old: '1', fresh: 'y' });
    const fixed = () => aBlock('a', {}, { translatable: false });
    expect((await runTool(propertiesSet, [fixed()], { config: { properties } })).block.properties).toEqual({});
    const all = await runTool(propertiesSet, [fixed()], { config: { properties, onlyTranslatable: false } });
    expect(all.block.properties).toEqual({ old: 'x', fresh: 'y' });
  });

  test('T16 without any property it is refused', async () => {
    await expect(runTool(propertiesSet, ['a'])).rejects.toThrow(/properties/);
    await expect(runTool(propertiesSet, ['a'], { config: { properties: {} } })).rejects.toThrow(/properties/);
  });
});

describe('linebreak-convert', () => {
  test('T49 converts text and the file around it', async () => {
    const block = () => aBlock('a\r\nb\rc\n', { de: 'x\r\ny' });
    const lf = await runTool(linebreakConvert, [block()]);
    expect([show(lf.block.source), show(lf.block.targets['de']?.runs), lf.layer.lineBreak]).toEqual([
      'a\nb\nc\n',
      'x\ny',
      'lf',
    ]);
    const crlf = await runTool(linebreakConvert, [block()], { config: { mode: 'crlf', applyTarget: false } });
    expect([show(crlf.block.source), show(crlf.block.targets['de']?.runs), crlf.layer.lineBreak]).toEqual([
      'a\r\nb\r\nc\r\n',
      'x\r\ny',
      'crlf',
    ]);
    const inside = await runTool(linebreakConvert, [block()], {
      config: { mode: 'cr', convertFile: false, applySource: false },
    });
    expect([show(inside.block.source), inside.layer.lineBreak]).toEqual(['a\r\nb\rc\n', 'lf']);
  });
});

describe('repetition-analysis', () => {
  const marks = async (texts: readonly string[], config = {}) => {
    const { blocks, report } = await runTool(repetitionAnalysis, texts, { config });
    return {
      marks: blocks.map(({ annotations }) => {
        const mark = annotations['repetition'];
        return [mark?.['status'], mark?.['count'], mark?.['index']];
      }),
      report: report.reports['repetition-analysis'],
    };
  };

  test('T22 the total is known before the first block is marked', async () => {
    expect(await marks(['a', 'b', 'a'])).toEqual({
      marks: [
        ['first', 2, 1],
        ['unique', 1, 1],
        ['repetition', 2, 2],
      ],
      report: {
        totals: { first: 1, unique: 1, repetition: 1 },
        documents: [{ file: 'test.txt', first: 1, unique: 1, repetition: 1 }],
      },
    });
  });

  test('T22 case may be ignored, and documents looked at one by one', async () => {
    expect((await marks(['a', 'A'])).marks.map(([status]) => status)).toEqual(['unique', 'unique']);
    expect((await marks(['a', 'A'], { caseSensitive: false })).marks.map(([status]) => status)).toEqual([
      'first',
      'repetition',
    ]);
    expect((await marks(['a', 'a'], { scope: 'document' })).marks.map(([status]) => status)).toEqual([
      'first',
      'repetition',
    ]);
  });
});
