import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OverlayType } from '../../contract/overlay.js';
import type { Runs } from '../../contract/run.js';
import { runsOf } from '../../testing/runs-of.js';
import { checkRuns } from '../run/check-runs.js';
import { textRun } from '../run/normalise-runs.js';
import { rangeFor, shapeLength } from '../run/run-range.js';
import { runsText, structuralText, unitText } from '../text/projection.js';
import { createBlock } from './block.js';
import { fillSegments } from './fill-segments.js';
import { blockSides, isOpenSegment, isPartialTarget, segmentPairs, spanRuns } from './segment-pair.js';
import { assembleSegments, translationSegments } from './segment-unit.js';

const spanOf = (runs: Runs, id: string, start: number, end: number, props: Record<string, string> = {}) => ({
  id,
  range: rangeFor(runs, undefined, start, end),
  props,
});

/** Content of words, codes and pairs, with the coordinates at which it is cut. */
const arbitraryCuts = fc
  .array(fc.constantFrom('One. ', '{1}', '<2>two', '</2>', 'déjà 𝒳 ', ' '), { minLength: 1, maxLength: 8 })
  .map((parts) => balanced(parts.map((part, at) => part.replace('{1}', `{v${at}}`)).join('')))
  .chain((markup) => {
    const length = shapeLength(runsOf(markup));
    return fc.record({ markup: fc.constant(markup), cuts: fc.uniqueArray(fc.nat(length), { maxLength: 4 }) });
  });

/** Takes the pair away unless it is there once and whole. */
function balanced(markup: string): string {
  const halves = markup.match(/<\/?2>/g) ?? [];
  return halves.join('') === '<2></2>' ? markup : markup.replaceAll(/<\/?2>/g, '');
}

describe('the texts of a source that is cut', () => {
  test('K56 untranslated texts give the source again, with its segments', () => {
    fc.assert(
      fc.property(arbitraryCuts, ({ markup, cuts }) => {
        const source = runsOf(markup);
        const edges = [0, ...cuts.toSorted((a, b) => a - b), shapeLength(source)];
        const spans = edges.slice(1).map((end, at) => spanOf(source, `s${at}`, edges[at] ?? 0, end));
        const texts = translationSegments(source, 'de', spans);
        const { runs, segments } = assembleSegments(source, 'de', texts, new Map());
        expect(structuralText(runs)).toBe(structuralText(source));
        expect(checkRuns(runs)).toEqual(checkRuns(source));
        for (const { source: text } of texts) expect(checkRuns(text)).toEqual([]);
        const filled = spans.filter(({ range }) => runsText(spanRuns(source, { range })) !== '');
        for (const { id, range } of filled) {
          const made = segments.find((one) => one.id === id);
          expect(made && structuralText(spanRuns(runs, made))).toBe(structuralText(spanRuns(source, { range })));
        }
      }),
    );
  });

  test('K56 halves of a pair that a cut parts are isolated in their texts and joined in the target', () => {
    const source = runsOf('A <1>b. C</1> d.');
    const spans = [spanOf(source, 's1', 0, 5), spanOf(source, 's2', 6, shapeLength(source))];
    const texts = translationSegments(source, 'de', spans);
    expect(texts.map(({ source: text }) => checkRuns(text))).toEqual([[], [], []]);
    const made = new Map(texts.map(({ key, source: text }) => [key, text]));
    expect(assembleSegments(source, 'de', texts, made).runs).toEqual(source);
  });
});

/** A block "One. | Two. | Three." of which the first segment is translated. */
function partly(target = 'Eins.', ids: readonly string[] = ['1']) {
  const source = runsOf('One. Two. Three.');
  const block = createBlock({ id: 'b', source, targets: { de: { runs: [textRun(target)], status: 'new' } } });
  const runs = block.targets['de']?.runs ?? [];
  const length = shapeLength(runs);
  block.overlays.push(
    {
      type: OverlayType.OverlaySegmentation,
      variant: null,
      layer: '',
      spans: [spanOf(source, '1', 0, 4), spanOf(source, '2', 5, 9), spanOf(source, '3', 10, 16)],
    },
    {
      type: OverlayType.OverlaySegmentation,
      variant: 'de',
      layer: '',
      spans: ids.map((id, at) =>
        spanOf(runs, id, at === 0 ? 0 : length, length, at === 0 ? { status: 'reviewed' } : {}),
      ),
    },
  );
  return blockSides(block);
}

describe('segments of a target', () => {
  test('T127 segments without text are open while the target is new', () => {
    const sides = partly('Eins.', ['1', '2']);
    expect(segmentPairs(sides, 'de').map((pair) => [pair.id, pair.status, isOpenSegment(pair)])).toEqual([
      ['1', 'reviewed', false],
      ['2', 'new', true],
      ['3', 'new', true],
    ]);
    expect(isPartialTarget(sides, 'de')).toBe(true);
    expect(segmentPairs(partly('Eins.', ['1', 'x']), 'de')).toEqual([]);
  });

  test('T127 translations go into their segments, with the gaps of the source between them', () => {
    const made = (ids: readonly string[]) =>
      new Map(ids.map((id) => [id, { runs: [textRun(`<${id}>`)], status: 'draft' } as const]));
    const filled = (ids: readonly string[], existing?: readonly string[]) => {
      const target = fillSegments(partly('Eins.', existing), 'de', made(ids));
      return target && [unitText(target.runs), target.status, target.segments.map(({ id, props }) => [id, props])];
    };
    const kept = ['1', { status: 'reviewed' }];
    expect(filled(['2', '3'])).toEqual(['Eins. <2> <3>', 'draft', [kept, ['2', {}], ['3', {}]]]);
    expect(filled(['3'])).toEqual(['Eins. <3>', 'new', [kept, ['3', { status: 'draft' }]]]);
    expect(filled(['2'], ['1', '2', '3'])).toEqual(['Eins. <2>', 'new', [kept, ['2', { status: 'draft' }], ['3', {}]]]);
    expect(filled(['2'], ['3', '1'])).toBeUndefined();
  });
});
