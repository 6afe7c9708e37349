import { describe, expect, test } from 'vitest';
import { createBlock } from '../../content/block/block.js';
import { createTarget } from '../../content/block/target.js';
import { textRun } from '../../content/run/normalise-runs.js';
import { LayerPrimary } from '../../contract/overlay.js';
import { metaOf } from '../../testing/meta-of.js';
import { StreamGuard } from './stream-guard.js';

const blockIn = (...locales: readonly string[]) =>
  createBlock({
    id: 'a',
    sourceLocale: 'en',
    source: [textRun('one')],
    targets: Object.fromEntries(
      locales.map((locale) => [locale, createTarget([textRun('eins')], { status: 'draft' })]),
    ),
  });

describe('a tool that reads the stream itself', () => {
  test.each([[['de']], [['de', 'fr']]])('K60 may not mark a target of %j without its port', (locales) => {
    const guard = new StreamGuard('marks', metaOf([], { capability: 'annotate' }));
    const block = blockIn(...locales);
    guard.give({ kind: 'block', block });
    block.overlays.push({ type: 'qa', variant: 'de', layer: LayerPrimary, spans: [{ id: '1', props: {} }] });
    expect(() => guard.get({ kind: 'block', block })).toThrow('does not declare the port qa@target');
  });

  test.each(['free', 'expand'] as const)(
    'K60 may give a block again where its shape is %s, and is looked at again',
    (shape) => {
      const guard = new StreamGuard('marks', { ...metaOf([], { capability: 'annotate' }), shape });
      const block = blockIn('de');
      guard.give({ kind: 'block', block });
      guard.get({ kind: 'block', block });
      block.overlays.push({ type: 'qa', variant: 'de', layer: LayerPrimary, spans: [{ id: '1', props: {} }] });
      expect(() => guard.get({ kind: 'block', block })).toThrow('does not declare the port qa@target');
    },
  );
});
