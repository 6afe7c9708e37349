import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunEdit } from '../contract/edit.js';
import type { Overlay } from '../contract/overlay.js';
import type { Path, Run, Runs } from '../contract/run.js';
import type { Payload } from '../contract/payload.js';
import { hasForms, normaliseRuns, textRun } from '../content/run/normalise-runs.js';
import { spansInBounds } from '../content/block/overlay.js';
import { shapeText } from '../content/text/projection.js';
import { extractRuns } from '../content/run/extract-runs.js';
import { rangeFor, shapeLength, shapeSpan } from '../content/run/run-range.js';
import { segmentsOf } from '../content/block/segment.js';
import { units } from '../content/run/units.js';
import { arbitraryOverlays, arbitraryRuns, arbitraryText } from '../testing/content-kit.js';
import { runsOf } from '../testing/runs-of.js';
import { buildRuns } from './build-runs.js';
import { remapOverlays, type Remapped } from './remap-overlays.js';
import { misplacedEdit, unitEdits } from './unit-edits.js';

type Place = readonly [id: string, start: number, end: number, path?: Path];

function overlay(type: string, runs: Runs, ...at: readonly Place[]): Overlay {
  const spans = at.map(([id, start, end, path]) => ({ id, range: rangeFor(runs, path, start, end), props: {} }));
  return { type, variant: null, layer: '', spans };
}

function edit(start: number, end: number, text: string, more: Partial<RunEdit> = {}): RunEdit {
  return { start, end, replacement: text === '' ? [] : [textRun(text)], ...more };
}

function remap(overlays: readonly Overlay[], runs: Runs, ...edits: readonly RunEdit[]): Remapped & { now: Runs } {
  const now = buildRuns(runs, unitEdits(edits));
  return { ...remapOverlays(overlays, runs, now, edits), now };
}

/** Where the spans of one type stand: `a 0-5`. */
function places({ overlays, now }: Remapped & { now: Runs }, type: string): string[] {
  return overlays
    .filter((one) => one.type === type)
    .flatMap(({ spans }) =>
      spans.map(({ id, range }) => {
        if (range === undefined) return id;
        const { start, end } = shapeSpan(now, range);
        return `${id} ${start}-${end}`;
      }),
    );
}

const reasons = ({ report }: Remapped) => report.dropped.map(({ spanId, reason }) => `${spanId} ${reason}`);

describe('remapOverlays', () => {
  const people = runsOf('Alice and Bob in Paris');
  const terms = overlay('term', people, ['alice', 0, 5], ['bob', 10, 13], ['paris', 17, 22]);

  test('KV5 of three terms the deleted one is dropped and listed, one stays and one shifts', () => {
    const result = remap([terms], people, edit(10, 14, ''));
    expect(places(result, 'term')).toEqual(['alice 0-5', 'paris 13-18']);
    expect(result.report).toEqual({
      shifted: 1,
      stretched: 0,
      stale: 0,
      dropped: [{ type: 'term', variant: null, layer: '', spanId: 'bob', reason: 'inside' }],
    });
  });

  test('KV5 an overlay emptied by the edit disappears, one with a value stays', () => {
    const only = overlay('term', people, ['bob', 10, 13]);
    const valued: Overlay = { ...only, layer: 'own', value: { type: 'own' } };
    expect(remap([only, valued], people, edit(10, 13, '')).overlays).toEqual([{ ...valued, spans: [] }]);
  });

  test('KV5 a target overlay is untouched by a source edit', () => {
    const target: Overlay = { ...terms, variant: 'fr' };
    expect(remap([target], people, edit(0, 22, 'x')).overlays[0]).toBe(target);
  });

  test('KV5 without edits spans are unchanged', () => {
    const result = remap([terms], people);
    expect(result.overlays).toEqual([terms]);
    expect(result.report).toEqual({ shifted: 0, stretched: 0, stale: 0, dropped: [] });
  });

  test('KV6 an insertion at the start of a term shifts it, at its end leaves it, strictly inside drops it', () => {
    expect(places(remap([terms], people, edit(10, 10, 'x')), 'term')).toContain('bob 11-14');
    expect(places(remap([terms], people, edit(13, 13, 'x')), 'term')).toContain('bob 10-13');
    expect(reasons(remap([terms], people, edit(11, 11, 'x')))).toEqual(['bob contains']);
  });

  test('KV6 a segmentation span includes an insertion at both ends and is stretched by one inside', () => {
    const segment = overlay('segmentation', people, ['s', 10, 13]);
    for (const place of [10, 11, 13]) {
      const result = remap([segment], people, edit(place, place, 'xy'));
      expect(places(result, 'segmentation')).toEqual(['s 10-15']);
      expect(result.report.stretched).toBe(1);
    }
  });

  test('K52 an insertion at a border that two containers share joins the second', () => {
    const pair = overlay('segmentation', people, ['a', 0, 10], ['b', 10, 22]);
    expect(places(remap([pair], people, edit(10, 10, 'x')), 'segmentation')).toEqual(['a 0-10', 'b 10-23']);
  });

  test('K52 containers stretch over an edit they cover, also at one end, and are dropped by every other', () => {
    const runs = runsOf('0123456789');
    const segment = overlay('segmentation', runs, ['s', 2, 8]);
    expect(places(remap([segment], runs, edit(3, 5, 'x')), 'segmentation')).toEqual(['s 2-7']);
    expect(places(remap([segment], runs, edit(2, 5, 'x')), 'segmentation')).toEqual(['s 2-6']);
    expect(places(remap([segment], runs, edit(5, 8, 'x')), 'segmentation')).toEqual(['s 2-6']);
    expect(reasons(remap([segment], runs, edit(2, 8, 'x')))).toEqual(['s equal']);
    expect(reasons(remap([segment], runs, edit(1, 9, 'x')))).toEqual(['s inside']);
    expect(reasons(remap([segment], runs, edit(1, 5, 'x')))).toEqual(['s partial']);
  });

  test('K52 marks are dropped by every edit that touches their content', () => {
    const runs = runsOf('0123456789');
    for (const type of ['term', 'entity', 'term-candidate', 'protected', 'editor-anchor']) {
      const mark = overlay(type, runs, ['m', 2, 8]);
      expect(reasons(remap([mark], runs, edit(3, 5, 'x')))).toEqual(['m contains']);
      expect(reasons(remap([mark], runs, edit(2, 8, 'x')))).toEqual(['m equal']);
      expect(reasons(remap([mark], runs, edit(7, 9, 'x')))).toEqual(['m partial']);
      expect(places(remap([mark], runs, edit(0, 2, ''), edit(8, 9, 'xyz')), type)).toEqual(['m 0-6']);
    }
  });

  test('K52 a finding loses its position and stays, marked as stale', () => {
    const value: Payload = { type: 'findings', findings: [{ id: 'f1' }, { id: 'f2' }], score: 90 };
    const qa: Overlay = { ...overlay('qa', people, ['f1', 0, 5], ['f2', 10, 13], ['loose', 11, 12]), value };
    const result = remap([qa], people, edit(10, 12, 'x'));
    expect(result.overlays[0]?.value).toEqual({ ...value, findings: [{ id: 'f1' }, { id: 'f2', stale: true }] });
    expect(result.overlays[0]?.spans).toEqual([
      { id: 'loose', props: { stale: 'true' } },
      expect.objectContaining({ id: 'f1' }),
    ]);
    expect(result.report).toMatchObject({ stale: 2, dropped: [] });
  });

  test('K52 a finding of the target is stale when its position in the source is edited', () => {
    const value: Payload = { type: 'findings', findings: [{ id: 'f1' }], score: 99 };
    const target: Overlay = { type: 'qa', variant: 'fr', layer: '', spans: [], value };
    const source = overlay('qa', people, ['f1', 10, 13]);
    const [kept, ...others] = remap([target, source], people, edit(10, 13, 'Eve')).overlays;
    expect(kept?.value).toEqual({ ...value, findings: [{ id: 'f1', stale: true }] });
    expect(others).toEqual([]);
  });

  test('KV7 three sentences stay three segments through redact and unredact', () => {
    const runs = runsOf('One. Ask Bob now. Two.');
    const three = overlay('segmentation', runs, ['1', 0, 5], ['2', 5, 18], ['3', 18, 22]);
    const token: Run = { kind: 'ph', id: 'rdx1', type: 'redaction:person', data: '[Person]' };
    const redacted = remap([three], runs, edit(9, 12, '', { replacement: [token] }));
    expect(places(redacted, 'segmentation')).toEqual(['1 0-5', '2 5-16', '3 16-20']);
    const back = remap(redacted.overlays, redacted.now, edit(9, 10, 'Bob'));
    expect(back.overlays).toEqual([three]);
  });

  test('KV7 a segment that equals the edit is dropped, and its text is still a segment', () => {
    const runs = runsOf('One. Bob. Two.');
    const three = overlay('segmentation', runs, ['1', 0, 5], ['2', 5, 10], ['3', 10, 14]);
    const result = remap([three], runs, edit(5, 10, 'Eve. '));
    expect(reasons(result)).toEqual(['2 equal']);
    const texts = segmentsOf(result.now, result.overlays[0]).map((segment) => shapeText(segment.runs));
    expect(texts).toEqual(['One. ', 'Eve. ', 'Two.']);
  });

  test('KV8 upper-casing straße keeps the term: six coordinates become seven', () => {
    const runs = runsOf('die straße hier');
    const term = overlay('term', runs, ['t', 4, 10]);
    for (const change of [edit(8, 9, 'SS', { keepsMeaning: true }), edit(4, 10, 'STRASSE', { keepsMeaning: true })]) {
      const result = remap([term], runs, change);
      expect(places(result, 'term')).toEqual(['t 4-11']);
      expect(result.report).toMatchObject({ stretched: 1, dropped: [] });
    }
  });

  test('K51 a boundary inside an edit that keeps meaning moves as far as the new text goes', () => {
    const runs = runsOf('0123456789');
    const marks = overlay('term', runs, ['a', 0, 4], ['b', 4, 9], ['c', 3, 5]);
    const result = remap([marks], runs, edit(2, 6, 'xy', { keepsMeaning: true }));
    expect(places(result, 'term')).toEqual(['a 0-4', 'c 3-4', 'b 4-7']);
    expect(reasons(remap([marks], runs, edit(2, 6, '', { keepsMeaning: true })))).toEqual(['c emptied']);
  });

  test('K51 an insertion that keeps meaning goes into a mark as it does into a container', () => {
    expect(places(remap([terms], people, edit(11, 11, 'x', { keepsMeaning: true })), 'term')).toContain('bob 10-14');
    expect(places(remap([terms], people, edit(13, 13, 'x', { keepsMeaning: true })), 'term')).toContain('bob 10-14');
  });

  test('K53 a span without a range is never dropped', () => {
    const whole: Overlay = { type: 'term', variant: null, layer: '', spans: [{ id: 'all', props: {} }] };
    expect(remap([whole], people, edit(0, 22, '')).overlays).toEqual([whole]);
  });

  test('K53 a span that would leave the unit is dropped, not clamped', () => {
    const shorter = runsOf('Alice');
    const result = remapOverlays([terms], people, shorter, []);
    expect(reasons(result)).toEqual(['bob bounds', 'paris bounds']);
    const stray: Overlay = {
      ...terms,
      spans: [{ id: 'x', range: { startRun: 4, startOffset: 0, endRun: 5, endOffset: 0 }, props: {} }],
    };
    expect(reasons(remapOverlays([stray], people, people, []))).toEqual(['x bounds']);
  });

  const plural = (forms: Record<string, Runs>): Run => ({ kind: 'plural', pivot: 'n', forms: { other: [], ...forms } });
  const inForm = (run: number, form: string): Path => [{ run, form }];

  test('K54 spans in a form that disappears are dropped as form-lost', () => {
    const runs = normaliseRuns([textRun('a '), plural({ one: runsOf('a file'), other: runsOf('files') })]);
    const marks = overlay('term', runs, ['one', 2, 6, inForm(1, 'one')], ['other', 0, 5, inForm(1, 'other')]);
    const without = plural({ other: runsOf('files') });
    const result = remap([marks], runs, edit(2, 3, '', { replacement: [without] }));
    expect(reasons(result)).toEqual(['one form-lost']);
    expect(result.overlays[0]?.spans[0]?.id).toBe('other');
  });

  test('K50 spans in forms follow their plural to another run, and edits of their own form', () => {
    const runs = normaliseRuns([textRun('a '), plural({ one: runsOf('a file'), other: runsOf('files') })]);
    const marks = overlay('term', runs, ['one', 2, 6, inForm(1, 'one')], ['other', 0, 5, inForm(1, 'other')]);
    const result = remap([marks], runs, edit(0, 2, ''), edit(0, 1, 'one', { path: inForm(1, 'one') }));
    expect(result.overlays[0]?.spans.map(({ id, range }) => [id, range?.path, range?.startOffset])).toEqual([
      ['one', inForm(0, 'one'), 4],
      ['other', inForm(0, 'other'), 0],
    ]);
  });

  test('K50 spans in a plural that goes are dropped', () => {
    const runs = normaliseRuns([textRun('a '), plural({ other: runsOf('files') })]);
    const marks = overlay('term', runs, ['x', 0, 5, inForm(1, 'other')]);
    expect(reasons(remap([marks], runs, edit(2, 3, 'files')))).toEqual(['x inside']);
  });

  test('K51 random edits that keep meaning drop nothing but what they empty', () => {
    const meant = arbitraryRuns().chain((runs) =>
      fc.record({ runs: fc.constant(runs), overlays: arbitraryOverlays(runs, null), edits: arbitraryEdits(runs) }),
    );
    fc.assert(
      fc.property(meant, ({ runs, overlays, edits: plain }) => {
        const edits = plain.map((one) => ({ ...one, keepsMeaning: true }));
        // A plural that goes takes its spans with it, whatever the edit means.
        fc.pre(!runs.some(hasForms) && misplacedEdit(runs, unitEdits(edits)) === undefined);
        const now = buildRuns(runs, unitEdits(edits));
        const { overlays: moved, report } = remapOverlays(overlays, runs, now, edits);
        expect(report.dropped.filter(({ reason }) => reason !== 'emptied')).toEqual([]);
        for (const one of moved) expect(spansInBounds(now, one.spans)).toBe(true);
      }),
    );
  });

  test('K50 random edits keep every span in bounds, and spans that only shift keep their text', () => {
    const scene = arbitraryRuns().chain((runs) =>
      fc.record({ runs: fc.constant(runs), overlays: arbitraryOverlays(runs, null), edits: arbitraryEdits(runs) }),
    );
    fc.assert(
      fc.property(scene, ({ runs, overlays, edits }) => {
        fc.pre(misplacedEdit(runs, unitEdits(edits)) === undefined);
        const now = buildRuns(runs, unitEdits(edits));
        const { overlays: moved, report } = remapOverlays(overlays, runs, now, edits);
        for (const one of moved) expect(spansInBounds(now, one.spans)).toBe(true);
        const count = (list: readonly Overlay[]) => list.reduce((sum, { spans }) => sum + spans.length, 0);
        expect(count(moved) + report.dropped.length).toBe(count(overlays));
        for (const one of moved) for (const span of one.spans) keepsText(one, span.id, overlays, runs, now);
      }),
    );
  });
});

/** A mark that was not dropped covers what it covered before. */
function keepsText(one: Overlay, id: string, before: readonly Overlay[], runs: Runs, now: Runs): void {
  if (one.type === 'segmentation' || one.type === 'alignment') return;
  const old = before.find(({ type, layer }) => type === one.type && layer === one.layer);
  const was = old?.spans.find((span) => span.id === id)?.range;
  const is = one.spans.find((span) => span.id === id)?.range;
  if (was === undefined || is === undefined) return;
  expect(shapeText(extractRuns(now, is))).toBe(shapeText(extractRuns(runs, was)));
}

/** Sorted edits in one or two units, none of which keeps meaning. */
function arbitraryEdits(runs: Runs): fc.Arbitrary<RunEdit[]> {
  const drafts = fc.array(fc.tuple(fc.nat(6), fc.nat(4), arbitraryText()), { maxLength: 3 });
  const one = fc.tuple(fc.constantFrom(...units(runs)), drafts).map(([unit, list]) => {
    let at = 0;
    return list.flatMap(([gap, size, text]): RunEdit[] => {
      const [start, end] = [at + gap, at + gap + size];
      if (end > shapeLength(unit.runs)) return [];
      at = end;
      return [{ path: unit.path, start, end, replacement: text === '' ? [] : [textRun(text)] }];
    });
  });
  return fc
    .uniqueArray(one, { maxLength: 2, selector: (edits) => JSON.stringify(edits[0]?.path) })
    .map((all) => all.flat());
}
