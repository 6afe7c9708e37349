import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunRange, Runs } from '../../contract/run.js';
import { arbitraryRange, arbitraryRuns } from '../../testing/content-kit.js';
import { extractRuns, sliceUnit } from './extract-runs.js';
import { normaliseRuns, textRun } from './normalise-runs.js';
import { shapeText, unitText } from '../text/projection.js';
import { canonicalRange, inBounds, rangeFor, sameRange, shapeLength, shapeSpan } from './run-range.js';
import { textMap } from '../text/text-map.js';
import { unitAt, units } from './units.js';

const five = normaliseRuns([textRun('Hello')]);
const inForm = normaliseRuns([{ kind: 'plural', pivot: 'n', forms: { one: five, other: [] } }]);
const ranged = (startRun: number, startOffset: number, endRun: number, endOffset: number): RunRange => ({
  startRun,
  startOffset,
  endRun,
  endOffset,
});

const ph = { kind: 'ph', id: '1', type: 'code:variable', data: '{x}' } as const;
const open = { kind: 'pc-open', id: '2', type: 'fmt:bold', data: '<b>' } as const;
const close = { kind: 'pc-close', id: '2', type: 'fmt:bold', data: '</b>' } as const;
const mixed = normaliseRuns([textRun('a😀'), ph, open, textRun('bc'), close]);

describe.each([
  ['at the top', five, undefined],
  ['inside /0:one', inForm, [{ run: 0, form: 'one' }]],
] as const)('a text of five characters %s', (_, runs: Runs, path) => {
  const at = (range: RunRange): RunRange => (path === undefined ? range : { path, ...range });

  test('KV4 its two ways to end are in bounds and equal', () => {
    const [short, long] = [at(ranged(0, 0, 0, 5)), at(ranged(0, 0, 1, 0))];
    expect([inBounds(runs, short), inBounds(runs, long)]).toEqual([true, true]);
    expect(canonicalRange(runs, short)).toEqual(long);
    expect(sameRange(canonicalRange(runs, short), canonicalRange(runs, long))).toBe(true);
  });

  test('KV4 what lies beyond it, or ends before it starts, is not in bounds', () => {
    for (const range of [
      ranged(0, 0, 0, 6),
      ranged(0, 0, 2, 0),
      ranged(0, 3, 0, 2),
      ranged(1, 1, 1, 1),
      ranged(0, -1, 0, 1),
      ranged(0, 0.5, 0, 1),
    ]) {
      expect(inBounds(runs, at(range))).toBe(false);
    }
  });
});

describe('coordinates', () => {
  test('K30 a coordinate counts code points of text and one for everything else', () => {
    expect(shapeLength(mixed)).toBe(7);
    expect(shapeLength([])).toBe(0);
    expect(shapeLength([textRun('')])).toBe(0);
    fc.assert(
      fc.property(arbitraryRuns({ formDepth: 2 }), (runs) => {
        for (const unit of units(runs)) expect(shapeLength(unit.runs)).toBe([...shapeText(unit.runs)].length);
      }),
    );
  });

  test('K31 rangeFor writes the end of a text as the start of the next run', () => {
    expect(rangeFor(mixed, [], 0, 2)).toEqual(ranged(0, 0, 1, 0));
    expect(rangeFor(mixed, [], 1, 5)).toEqual(ranged(0, 1, 3, 1));
    expect(rangeFor(mixed, [], 6, 7)).toEqual(ranged(4, 0, 5, 0));
    expect(rangeFor([textRun('')], [], 0, 0)).toEqual(ranged(1, 0, 1, 0));
    expect(canonicalRange(mixed, ranged(0, 2, 3, 2))).toEqual(ranged(1, 0, 4, 0));
  });

  test('K32 inBounds wants offset 0 beside codes, and a path that leads to a form', () => {
    expect(inBounds(mixed, ranged(1, 1, 2, 0))).toBe(false);
    expect(inBounds(mixed, ranged(5, 0, 5, 0))).toBe(true);
    expect(inBounds(mixed, { path: [{ run: 1, form: 'one' }], ...ranged(0, 0, 0, 0) })).toBe(false);
    expect(inBounds(inForm, { path: [{ run: 0, form: 'few' }], ...ranged(0, 0, 0, 0) })).toBe(false);
    expect(inBounds(inForm, ranged(0, 0, 1, 0))).toBe(true);
  });

  test('K33 rangeFor and shapeSpan undo each other everywhere', () => {
    fc.assert(
      fc.property(arbitraryRuns({ formDepth: 2 }), fc.nat(), fc.nat(), fc.nat(), (runs, choice, a, b) => {
        const all = units(runs);
        const { path, runs: unit } = all[choice % all.length] ?? { path: [], runs: [] };
        const [one, two] = [a % (shapeLength(unit) + 1), b % (shapeLength(unit) + 1)];
        const span = { start: Math.min(one, two), end: Math.max(one, two) };
        const range = rangeFor(runs, path, span.start, span.end);
        expect(inBounds(runs, range)).toBe(true);
        expect(shapeSpan(runs, range)).toEqual(span);
        expect(canonicalRange(runs, range)).toEqual(range);
      }),
    );
    expect(() => rangeFor(mixed, [], 0, 8)).toThrow('is not a range');
    expect(() => rangeFor(mixed, [], 3, 2)).toThrow('is not a range');
    expect(() => rangeFor(mixed, [{ run: 0, form: 'x' }], 0, 0)).toThrow('there is no form');
  });
});

describe('textMap', () => {
  test('K33 textMap lets a start lean right and an end lean left, so that a match hugs its text', () => {
    const map = textMap(mixed);
    expect(map.text).toBe('a😀bc');
    expect(map.span(2, 4)).toEqual({ start: 4, end: 6 });
    expect(map.span(0, 2)).toEqual({ start: 0, end: 2 });
    expect(map.span(1, 3)).toEqual({ start: 1, end: 5 });
    expect(map.span(2, 2)).toEqual({ start: 2, end: 2 });
    expect(map.spanOfIndexes(3, 5)).toEqual({ start: 4, end: 6 });
    expect([map.toCoordinate(4, 'left'), map.toCoordinate(4, 'right')]).toEqual([6, 7]);
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((at) => map.toText(at))).toEqual([0, 1, 2, 2, 2, 3, 4, 4]);
  });

  test('K33 textMap works where there is no text at all', () => {
    const map = textMap([ph]);
    expect([map.toCoordinate(0, 'left'), map.toCoordinate(0, 'right'), map.toText(1)]).toEqual([0, 1, 0]);
  });

  test('K33 textMap finds the same text by all three ways to count', () => {
    fc.assert(
      fc.property(arbitraryRuns({ formDepth: 0 }), fc.nat(), fc.nat(), (unit, a, b) => {
        const map = textMap(unit);
        const points = [...unitText(unit)];
        expect(map.length).toBe(points.length);
        const [one, two] = [a % (points.length + 1), b % (points.length + 1)];
        const [start, end] = [Math.min(one, two), Math.max(one, two)];
        const text = points.slice(start, end).join('');
        expect(map.text.slice(map.toIndex(start), map.toIndex(end))).toBe(text);
        expect([map.fromIndex(map.toIndex(start)), map.toText(map.toCoordinate(end, 'left'))]).toEqual([start, end]);
        const span = map.span(start, end);
        const found = sliceUnit(unit, span.start, span.end);
        expect(unitText(found)).toBe(text);
        if (text === '') return;
        expect([found[0]?.kind, found.at(-1)?.kind]).toEqual(['text', 'text']);
      }),
    );
  });
});

describe('extractRuns', () => {
  test('K34 extractRuns cuts text, keeps codes whole and puts the missing half of a pair back when asked', () => {
    const range = rangeFor(mixed, [], 1, 5);
    expect(extractRuns(mixed, range)).toEqual([textRun('😀'), ph, open, textRun('b')]);
    expect(extractRuns(mixed, range, { balance: true })).toEqual([textRun('😀'), ph, open, textRun('b'), close]);
    expect(extractRuns(mixed, rangeFor(mixed, [], 5, 7), { balance: true })).toEqual([open, textRun('c'), close]);
    expect(extractRuns(mixed, rangeFor(mixed, [], 4, 5), { balance: true })).toEqual([textRun('b')]);
    expect(extractRuns(inForm, rangeFor(inForm, [{ run: 0, form: 'one' }], 1, 3))).toEqual([textRun('el')]);
  });

  test('K34 extractRuns in pieces is the whole, and a balanced piece has no half pair', () => {
    const withRange = arbitraryRuns({ formDepth: 1 }).chain((runs) =>
      fc.tuple(fc.constant(runs), arbitraryRange(runs)),
    );
    fc.assert(
      fc.property(withRange, ([runs, range]) => {
        const unit = unitAt(runs, range.path) ?? [];
        const { start, end } = shapeSpan(runs, range);
        const pieces = [sliceUnit(unit, 0, start), extractRuns(runs, range), sliceUnit(unit, end, shapeLength(unit))];
        expect(normaliseRuns(pieces.flat())).toEqual(
          normaliseRuns(unit.filter((run) => run.kind !== 'text' || run.text !== '')),
        );
        const halves = extractRuns(runs, range, { balance: true }).flatMap((run) =>
          run.kind === 'pc-open' ? [1] : run.kind === 'pc-close' ? [-1] : [],
        );
        let depth = 0;
        for (const half of halves) expect((depth += half)).toBeGreaterThanOrEqual(0);
        expect(depth).toBe(0);
      }),
    );
  });

  test('K34 extractRuns of an empty stretch is no content', () => {
    expect(extractRuns(mixed, rangeFor(mixed, [], 1, 1))).toEqual([]);
    expect(extractRuns(mixed, rangeFor(mixed, [], 7, 7), { balance: true })).toEqual([]);
  });

  test('K34 extractRuns cuts ten thousand pieces out of a text of many megabytes before the test times out', () => {
    const long = normaliseRuns([textRun('😀 word'.repeat(400_000))]);
    for (let at = 0; at < 2_400_000; at += 240)
      expect(extractRuns(long, rangeFor(long, [], at, at + 6))).toEqual([textRun('😀 word')]);
  });
});
