import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OverlayType, type Overlay, type OverlaySpan } from '../../contract/overlay.js';
import type { Runs } from '../../contract/run.js';
import { arbitraryBlock, arbitraryOverlays, arbitraryRuns } from '../../testing/content-kit.js';
import { createBlock } from './block.js';
import { normaliseRuns, textRun } from '../run/normalise-runs.js';
import { overlayOf, sortSpans, sourceOverlaysInBounds } from './overlay.js';
import { parsePath, samePath } from '../run/path.js';
import { runsText } from '../text/projection.js';
import { inBounds, rangeFor } from '../run/run-range.js';
import { segmentsOf } from './segment.js';
import { unitAt, units } from '../run/units.js';

const ph = { kind: 'ph', id: '1', type: 'code:variable', data: '{x}' } as const;

function spanOf(
  runs: Runs,
  id: string,
  start: number,
  end: number,
  props: Record<string, string> = {},
  path = '',
): OverlaySpan {
  return { id, range: rangeFor(runs, parsePath(path), start, end), props };
}

function segmentation(...spans: OverlaySpan[]): Overlay {
  return { type: OverlayType.OverlaySegmentation, variant: null, layer: '', spans };
}

describe('overlays', () => {
  test('K35 the types of overlays are these eight', () => {
    expect(OverlayType).toEqual({
      OverlaySegmentation: 'segmentation',
      OverlayTerm: 'term',
      OverlayEntity: 'entity',
      OverlayQA: 'qa',
      OverlayAlignment: 'alignment',
      OverlayTermCandidate: 'term-candidate',
      OverlayProtected: 'protected',
      OverlayEditorAnchor: 'editor-anchor',
    });
  });

  test('K35 overlayOf finds the one overlay of a type, side and layer', () => {
    const [primary, phrases, target] = [
      segmentation(),
      { ...segmentation(), layer: 'phrase' },
      { ...segmentation(), variant: 'fr' },
    ];
    const block = createBlock({ id: 'b', overlays: [phrases, target, primary] });
    expect(overlayOf(block, 'segmentation', null)).toBe(primary);
    expect(overlayOf(block, 'segmentation', null, 'phrase')).toBe(phrases);
    expect(overlayOf(block, 'segmentation', 'fr')).toBe(target);
    expect(overlayOf(block, 'term', null)).toBeUndefined();
  });

  test('K35 sortSpans orders by unit, start, longer first, then id', () => {
    const runs = normaliseRuns([
      textRun('abcdef'),
      { kind: 'plural', pivot: 'n', forms: { one: [textRun('xy')], other: [] } },
    ]);
    const sorted = [
      { id: 'whole', props: {} },
      spanOf(runs, 'a', 0, 4),
      spanOf(runs, 'z', 0, 2),
      spanOf(runs, 'b', 1, 3),
      spanOf(runs, 'c', 1, 3),
      spanOf(runs, 'a', 0, 1, {}, '/1:one'),
    ];
    expect(sortSpans(sorted.toReversed())).toEqual(sorted);
  });

  test('sourceOverlaysInBounds looks at every span over the source and at no other', () => {
    fc.assert(fc.property(arbitraryBlock(), (block) => sourceOverlaysInBounds(block)));
    const outside = { id: 's', range: { startRun: 0, startOffset: 0, endRun: 0, endOffset: 9 }, props: {} };
    const block = createBlock({ id: 'b', source: 'abc', overlays: [{ ...segmentation(outside), variant: 'fr' }] });
    expect(sourceOverlaysInBounds(block)).toBe(true);
    block.overlays.push(segmentation(outside));
    expect(sourceOverlaysInBounds(block)).toBe(false);
  });

  test('K37 alignment spans find each other by peer, and an editor anchor keeps its place in a system', () => {
    const [source, target] = [
      createBlock({ id: 's', source: 'One. Two.' }).source,
      createBlock({ id: 't', source: 'Eins. Zwei.' }).source,
    ];
    const block = createBlock({
      id: 'b',
      source,
      targets: { de: { runs: target, status: 'draft' } },
      overlays: [
        { type: 'alignment', variant: null, layer: '', spans: [spanOf(source, 's2', 5, 9, { peer: 't2' })] },
        { type: 'alignment', variant: 'de', layer: '', spans: [spanOf(target, 't2', 6, 11, { peer: 's2' })] },
      ],
    });
    const [span] = overlayOf(block, 'alignment', null)?.spans ?? [];
    const [peer] = overlayOf(block, 'alignment', 'de')?.spans.filter(({ id }) => id === span?.props['peer']) ?? [];
    expect(peer?.props['peer']).toBe(span?.id);
    expect(peer?.range !== undefined && inBounds(target, peer.range)).toBe(true);
  });
});

describe('segmentsOf', () => {
  const runs = normaliseRuns([textRun('One.  Two. '), ph, textRun(' Three.')]);
  const texts = (overlay?: Overlay, content: Runs = runs) =>
    segmentsOf(content, overlay).map(({ runs: part, ignorable }) => `${ignorable ? '-' : '+'}${runsText(part)}`);

  test('K13 a block without segmentation is one segment, and is so again when it is dropped', () => {
    expect(texts()).toEqual(['+One.  Two.  Three.']);
    expect(texts(segmentation(spanOf(runs, '1', 0, 4), spanOf(runs, '2', 6, 10)))).toHaveLength(4);
    expect(texts()).toEqual(['+One.  Two.  Three.']);
  });

  test('K36 segmentsOf copies gaps of space and codes, and takes other gaps for segments', () => {
    const [one, two, three] = [spanOf(runs, '1', 0, 4), spanOf(runs, '2', 6, 10), spanOf(runs, '3', 13, 19)];
    expect(texts(segmentation(one, two, three))).toEqual(['+One.', '-  ', '+Two.', '-  ', '+Three.']);
    expect(texts(segmentation(three, one))).toEqual(['+One.', '+  Two.  ', '+Three.']);
    expect(texts(segmentation(one, spanOf(runs, '2', 6, 10, { ignorable: 'true' }), three))[2]).toBe('-Two.');
  });

  test('K36 segmentsOf cuts every form by its own spans and leaves forms without any whole', () => {
    const plural = normaliseRuns([
      { kind: 'plural', pivot: 'n', forms: { one: [textRun('A. B.')], other: [textRun('C. D.')] } },
    ]);
    const overlay = segmentation(spanOf(plural, '1', 0, 2, {}, '/0:one'), spanOf(plural, '2', 3, 5, {}, '/0:one'));
    expect(texts(overlay, plural)).toEqual(['-C. D.', '+A.', '- ', '+B.', '+C. D.']);
  });

  test('K36 segmentsOf takes a span without a range for the whole, and of two that overlap the first', () => {
    expect(texts(segmentation({ id: '1', props: {} }))).toEqual(['+One.  Two.  Three.']);
    expect(texts(segmentation(spanOf(runs, '1', 0, 10), spanOf(runs, '2', 6, 19)))).toEqual([
      '+One.  Two.',
      '+  Three.',
    ]);
  });

  test('K36 the segments of a unit are always the whole unit', () => {
    const withOverlays = arbitraryRuns().chain((content) =>
      fc.tuple(fc.constant(content), arbitraryOverlays(content, null)),
    );
    fc.assert(
      fc.property(withOverlays, ([content, overlays]) => {
        for (const overlay of overlays) {
          const segments = segmentsOf(content, overlay);
          for (const { path } of units(content)) {
            const parts = segments.filter((segment) => samePath(segment.path, path)).flatMap((segment) => segment.runs);
            expect(normaliseRuns(parts)).toEqual(normaliseRuns(unitAt(content, path) ?? []));
          }
          for (const { range } of segments) expect(inBounds(content, range)).toBe(true);
        }
      }),
    );
  });
});
