import { describe, expect, test } from 'vitest';
import type { Run } from '../contract/run.js';
import { createBlock, sideText } from '../content/block/block.js';
import { textRun } from '../content/run/normalise-runs.js';
import { rangeFor } from '../content/run/run-range.js';
import { createTarget } from '../content/block/target.js';
import { runsOf } from '../testing/runs-of.js';
import { setText } from './set-text.js';

describe('setText', () => {
  test('K16 setText writes the source in its own locale and names what plain text could not keep', () => {
    const plural: Run = { kind: 'plural', pivot: 'n', forms: { other: runsOf('files') } };
    const source = [...runsOf('Hello {1} '), plural];
    const span = { id: 't', range: rangeFor(source, undefined, 0, 5), props: {} };
    const block = createBlock({
      id: 'b1',
      sourceLocale: 'en',
      source,
      overlays: [{ type: 'term', variant: null, layer: '', spans: [span] }],
    });
    expect(setText(block, 'en', 'Bye')).toEqual([
      { kind: 'code-lost', detail: { variant: null, count: 1, ids: ['1'] } },
      { kind: 'form-lost', detail: { variant: null, count: 1, forms: ['n'] } },
      { kind: 'overlay-dropped', detail: { type: 'term', variant: null, layer: '', spanId: 't', reason: 'opaque' } },
    ]);
    expect(block.source).toEqual([textRun('Bye')]);
    expect(block.overlays).toEqual([]);
  });

  test('K16 setText makes a changed or new target a draft without origin', () => {
    const fr = createTarget(runsOf('<1>Salut</1>'), { status: 'translated', origin: { kind: 'mt' } });
    const block = createBlock({ id: 'b1', sourceLocale: 'en', source: 'Hello', targets: { fr } });
    expect(setText(block, 'fr', 'Coucou')).toEqual([
      { kind: 'code-lost', detail: { variant: 'fr', count: 1, ids: ['1'] } },
    ]);
    expect(block.targets['fr']).toEqual({ runs: [textRun('Coucou')], status: 'draft' });
    expect(setText(block, 'de', 'Hallo')).toEqual([]);
    expect(block.targets['de']).toEqual({ runs: [textRun('Hallo')], status: 'draft' });
    expect(sideText(block, 'de')).toBe('Hallo');
  });

  test('K16 setText of the same text keeps status, origin and codes', () => {
    const fr = createTarget(runsOf('<1>Salut</1>'), { status: 'signed-off', origin: { kind: 'human' } });
    const block = createBlock({ id: 'b1', sourceLocale: 'en', source: runsOf('Hello {1}'), targets: { fr } });
    expect(setText(block, 'fr', 'Salut')).toEqual([]);
    expect(setText(block, 'en', 'Hello ')).toEqual([]);
    expect(block.targets['fr']).toEqual(fr);
    expect(block.source).toHaveLength(2);
  });

  test('K18 setText leaves an approved target alone unless it is told to overwrite', () => {
    const fr = createTarget(runsOf('Salut'), { status: 'reviewed', origin: { kind: 'human' } });
    const block = createBlock({ id: 'b1', sourceLocale: 'en', source: 'Hello', targets: { fr } });
    expect(setText(block, 'fr', 'Coucou')).toEqual([
      { kind: 'target-protected', detail: { variant: 'fr', status: 'reviewed' } },
    ]);
    expect(block.targets['fr']).toEqual(fr);
    setText(block, 'fr', 'Coucou', { overwriteApproved: true });
    expect(sideText(block, 'fr')).toBe('Coucou');
  });

  test('K16 setText writes to a target when the block has no source locale', () => {
    const block = createBlock({ id: 'b1', source: 'Hello' });
    setText(block, 'en', 'Hi');
    expect(block.source).toEqual([textRun('Hello')]);
    expect(sideText(block, 'en')).toBe('Hi');
  });
});
