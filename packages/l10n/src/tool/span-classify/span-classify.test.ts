import type { Run } from '@helve/flow';
import { rangeFor } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, plural, t } from '../../testing/runs-kit.js';
import { spanClassify } from './span-classify.js';

const pair = (id: string, tag: string, ...inside: readonly Run[]): readonly Run[] => [
  { kind: 'pc-open', id, type: 'code:markup', data: `<${tag}>` },
  ...inside,
  { kind: 'pc-close', id, type: 'code:markup', data: `</${tag}>` },
];
const lone = (data: string, subType?: string): Run => ({
  kind: 'ph',
  id: '1',
  type: 'code:markup',
  data,
  ...(subType === undefined ? {} : { subType }),
});
const classified = async (source: readonly Run[]) => (await runTool(spanClassify, [aBlock(source)])).block.source;
const typesOf = (runs: readonly Run[]) => runs.map((run) => ('type' in run ? run.type : run.kind));

describe('span-classify', () => {
  test.each([
    ['b strong', 'fmt:bold'],
    ['i em', 'fmt:italic'],
    ['u', 'fmt:underline'],
    ['s del strike', 'fmt:strikethrough'],
    ['a', 'link:hyperlink'],
    ['code kbd samp tt', 'fmt:code'],
    ['sub', 'fmt:subscript'],
    ['sup', 'fmt:superscript'],
    ['mark', 'fmt:highlight'],
    ['br hr', 'struct:break'],
    ['img', 'media:image'],
  ])('T18 the tags %s mean %s', async (tags, type) => {
    for (const tag of tags.split(' ')) {
      expect(typesOf(await classified(pair('1', tag, t('x'))))).toEqual([type, 'text', type]);
      expect(typesOf(await classified([lone(`<${tag.toUpperCase()} class="x"/>`)]))).toEqual([type]);
    }
  });

  test('T18 the sub-type is asked before the tag', async () => {
    expect(typesOf(await classified([lone('<x id="1"/>', 'html:img')]))).toEqual(['media:image']);
    expect(typesOf(await classified([lone('[1]', 'okapi:bold')]))).toEqual(['fmt:bold']);
    expect(typesOf(await classified([lone('[1]', 'okapi:x-html-br')]))).toEqual(['struct:break']);
    expect(typesOf(await classified([lone('<b>', 'okapi:unheard-of')]))).toEqual(['fmt:bold']);
  });

  test('T18 constraints and texts come with the type, and what the author said stays', async () => {
    expect(await classified([lone('<img src="x"/>')])).toEqual([
      {
        kind: 'ph',
        id: '1',
        type: 'media:image',
        data: '<img src="x"/>',
        equiv: 'image',
        disp: '[image]',
        constraints: { deletable: false, cloneable: false, reorderable: true },
      },
    ]);
    const said = {
      equiv: 'logo',
      disp: '(logo)',
      constraints: { deletable: true, cloneable: true, reorderable: true },
    };
    expect(await classified([{ ...lone('<img/>'), ...said }])).toMatchObject([{ type: 'media:image', ...said }]);
  });

  test('T18 what is unknown, and what has a type, is left alone', async () => {
    const runs: readonly Run[] = [
      lone('<blink>'),
      { kind: 'ph', id: '2', type: 'code:variable', data: '<b>' },
      { kind: 'sub', id: '3', ref: 'b9' },
    ];
    expect(await classified(runs)).toEqual(runs);
  });

  test('T18 a closer means what its opener means', async () => {
    const opener = { kind: 'pc-open', id: '1', type: 'code:markup', subType: 'html:b', data: '[b' } as const;
    const closer = { kind: 'pc-close', id: '1', type: 'code:markup', data: ']' } as const;
    expect(typesOf(await classified([opener, t('x'), closer]))).toEqual(['fmt:bold', 'text', 'fmt:bold']);
    expect(typesOf(await classified([{ ...closer, data: '</i>', isolated: true }]))).toEqual(['fmt:italic']);
  });

  test('T18 every form and every target is classified, approved ones too, and marks stay', async () => {
    const source = [plural({ one: pair('1', 'b', t('one')), other: [t('many')] })];
    const block = aBlock(source, { de: pair('1', 'b', t('x')), fr: pair('1', 'i', t('x')) }, { status: 'signed-off' });
    const range = rangeFor(block.targets['de']?.runs ?? [], undefined, 0, 2);
    block.overlays.push({ type: 'term', variant: 'de', layer: '', spans: [{ id: 't', range, props: {} }] });
    const { block: after } = await runTool(spanClassify, [block], { targets: ['de', 'fr'] });
    expect(JSON.stringify(after.source)).toContain('fmt:bold');
    expect(typesOf(after.targets['de']?.runs ?? [])[0]).toBe('fmt:bold');
    expect(typesOf(after.targets['fr']?.runs ?? [])[0]).toBe('fmt:italic');
    expect(after.targets['de']?.status).toBe('signed-off');
    expect(after.overlays).toHaveLength(1);
  });

  test('T2 blocks that are not translated are left alone', async () => {
    const { block } = await runTool(spanClassify, [aBlock([lone('<b>')], {}, { translatable: false })]);
    expect(typesOf(block.source)).toEqual(['code:markup']);
  });
});
