import { createBlock, textRun, type Runs } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { allFormats } from '../all-formats.js';
import { formatCapacities, type BlockFeature } from './format-capacity.js';
import { lostFeatures } from './lost-features.js';

const code = { kind: 'ph', id: '1', type: 'code:variable', data: '{x}', equiv: '', disp: '' } as const;
const source: Runs = [
  textRun('a'),
  code,
  { kind: 'plural', pivot: 'n', forms: { other: [textRun('b')] } },
  { kind: 'select', pivot: 'gender', cases: { other: [textRun('c')] } },
];
const everything = createBlock({
  id: 'a',
  sourceLocale: 'en',
  source,
  targets: {
    de: { runs: [textRun('x')], status: 'reviewed' },
    fr: { runs: [textRun('y')], status: 'draft' },
  },
  annotations: {
    note: { type: 'note', items: [{ text: 'n' }] },
    'alt-translation': { type: 'alt-translations', items: [] },
  },
  displayHint: { maxLength: 5, context: 'menu' },
});
const segmented = { ...everything, overlays: [{ type: 'segmentation', variant: null, layer: '', spans: [] }] };

function lost(format: string, byOptions?: ReadonlySet<BlockFeature>) {
  const capacity = formatCapacities[format];
  if (capacity === undefined) throw new TypeError(`There is no capacity of ${format}`);
  return lostFeatures(segmented, { capacity, targetLocale: 'de', ...(byOptions && { byOptions }) });
}

describe('lostFeatures', () => {
  test('X98 every generative format says what it can hold', () => {
    const generative = allFormats.filter(({ caps }) => caps.generative).map(({ id }) => id);
    expect(generative.filter((id) => formatCapacities[id] === undefined)).toEqual([]);
  });

  test.each([
    ['xliff2', ['locale']],
    ['xliff', ['locale']],
    ['po', ['maxLength', 'state', 'select', 'codeType', 'segment', 'alternative', 'locale']],
    ['tmx', ['segment', 'alternative']],
    ['csv', ['codeType', 'segment', 'alternative']],
    ['androidxml', ['context', 'maxLength', 'state', 'select', 'codeType', 'segment', 'alternative', 'locale']],
    ['properties', ['context', 'maxLength', 'state', 'codeType', 'segment', 'alternative', 'locale']],
    ['json', ['note', 'context', 'maxLength', 'state', 'plural', 'codeType', 'segment', 'alternative', 'locale']],
  ])('X98 %s loses %j of a block with everything', (format, expected) => {
    expect(lost(format)).toEqual(expected);
  });

  test('X98 options of a file may let it hold more', () => {
    expect(lost('json', new Set<BlockFeature>(['note', 'plural']))).not.toContain('note');
  });

  test('X98 a plain block loses nothing anywhere', () => {
    const plain = createBlock({ id: 'a', sourceLocale: 'en', source: 'text' });
    for (const capacity of Object.values(formatCapacities)) expect(lostFeatures(plain, { capacity })).toEqual([]);
  });

  test('X98 forms by device are held where others are not', () => {
    const device = createBlock({
      id: 'a',
      sourceLocale: 'en',
      source: [{ kind: 'select', pivot: 'device', cases: { other: [textRun('c')] } }],
    });
    const { xcstrings, androidxml } = formatCapacities;
    if (!xcstrings || !androidxml) throw new TypeError('There are no such capacities');
    expect(lostFeatures(device, { capacity: xcstrings })).toEqual([]);
    expect(lostFeatures(device, { capacity: androidxml })).toEqual(['select']);
  });
});
