import { describe, expect, test } from 'vitest';
import type { Branch } from '../contract/flow-document.js';
import { parallelVectors } from '../testing/parallel-vectors.js';
import { standInEntry, standInRegistry } from '../testing/stand-in-tools.js';
import { compileFlow } from './compile-flow.js';

const media = standInEntry({ id: 'media-one' });
const handlesMedia = (entry: typeof media) => ({
  ...entry,
  factory: () => ({ ...entry.factory(), handleMedia: () => {} }),
});
const registry = standInRegistry([
  standInEntry({ id: 'drop-some', shape: 'filter' }),
  standInEntry({ id: 'source-case', produces: ['source@source'], writesOutput: true }),
  standInEntry({ id: 'note-a', produces: ['property:note@source'] }),
  standInEntry({ id: 'note-b', produces: ['property:note@source'] }),
  standInEntry({ id: 'layer-a', produces: ['layer@source'] }),
  standInEntry({ id: 'layer-b', produces: ['layer@source'] }),
  handlesMedia(media),
  handlesMedia(standInEntry({ id: 'media-two' })),
]);

function said(...parallel: readonly Branch[]): string[] {
  const flow = { name: 'x', spec: { steps: [{ parallel }] } };
  const env = { sourceLocale: 'en', targetLocales: ['de', 'fr'], source: { kind: 'interchange' } } as const;
  return compileFlow(flow, registry, env).diagnostics.map(({ rule, node }) => `${rule} ${node ?? '-'}`);
}

describe('checkParallel', () => {
  test.each(parallelVectors)('K98 $title', ({ branches, says }) => {
    expect(said(...branches)).toEqual(says);
  });

  test.each([
    ['parallel-port-conflict 1.b2.1', [{ tool: 'note-a' }, { tool: 'note-b' }]],
    ['parallel-source-write 1.b2.1', [{ tool: 'word-count' }, { tool: 'source-case' }]],
    ['parallel-shape 1.b2.1', [{ tool: 'word-count' }, { tool: 'drop-some' }]],
    ['parallel-shape 1.b2.1', [{ tool: 'layer-a' }, { tool: 'layer-b' }]],
    ['parallel-shape 1.b2.1', [{ tool: 'media-one' }, { tool: 'media-two' }]],
    ['parallel-empty -', []],
    ['parallel-empty -', [{ tool: 'word-count' }, { steps: [] }]],
  ] satisfies [string, Branch[]][])('K98 finds only %s', (rule, branches) => {
    expect(said(...branches)).toEqual([rule]);
  });

  test('K98 looks into branches of branches and tells each fault once', () => {
    const inner = { parallel: [{ tool: 'source-case' }, { tool: 'char-count' }] };
    expect(said({ tool: 'word-count' }, inner)).toEqual(['parallel-source-write 1.b2.1.b1.1']);
    expect(said({ tool: 'word-count' }, { parallel: [{ tool: 'word-count' }, { tool: 'char-count' }] })).toEqual([
      'parallel-port-conflict 1.b2.1.b1.1',
    ]);
  });

  test('K98 steps of one branch may do what they like in turn', () => {
    expect(said({ steps: [{ tool: 'word-count' }, { tool: 'word-count' }] }, { tool: 'char-count' })).toEqual([]);
  });
});
