import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Run, Runs } from '../contract/run.js';
import { checkRuns } from '../content/run/check-runs.js';
import { codesOf } from '../content/text/code-key.js';
import { normaliseRuns, textRun } from '../content/run/normalise-runs.js';
import { structuralText, unitText } from '../content/text/projection.js';
import { codePointLength } from '../content/text/code-point.js';
import { units, unitAt } from '../content/run/units.js';
import { constraintsAt } from '../content/run/vocabulary.js';
import { arbitraryRuns, arbitraryText } from '../testing/content-kit.js';
import { runsOf } from '../testing/runs-of.js';
import { buildRuns } from './build-runs.js';
import type { TextEdit } from './diff-edits.js';
import { editText } from './edit-text.js';
import { unitEdits } from './unit-edits.js';

function edited(runs: Runs, ...replacements: readonly TextEdit[]): Runs {
  return buildRuns(runs, unitEdits(editText(runs, undefined, replacements).edits ?? []));
}

function shown(markup: string, ...replacements: readonly TextEdit[]): string {
  return structuralText(edited(runsOf(markup), ...replacements));
}

describe('editText', () => {
  test('K48 editText leaves codes outside of the range alone', () => {
    expect(shown('Click <1>here</1> {2}', { start: 0, end: 5, text: 'Press' })).toBe('Press {1}here{/1} {2/}');
  });

  test('KV10 an edit inside a bold pair keeps the pair', () => {
    expect(shown('Click <1>here</1> now', { start: 7, end: 9, text: 'EA' })).toBe('Click {1}hEAe{/1} now');
  });

  test('KV10 deleting all text of a deletable pair removes the pair', () => {
    expect(shown('Click <1>here</1> now', { start: 6, end: 10, text: '' })).toBe('Click  now');
    expect(shown('a<1>b<2>c</2></1>d', { start: 1, end: 3, text: '' })).toBe('ad');
  });

  test('KV10 a variable inside deleted text survives', () => {
    expect(shown('Dear {1} friend', { start: 0, end: 12, text: '' })).toBe('{1/}');
    expect(shown('Dear {1} friend', { start: 0, end: 12, text: 'Hi' })).toBe('Hi{1/}');
  });

  test('K48 a pair that may not be deleted stays empty', () => {
    expect(shown('a<1:code:function>b</1>c', { start: 1, end: 2, text: '' })).toBe('a{1}{/1}c');
  });

  test('K48 a pair that still holds a variable or had no text stays', () => {
    expect(shown('a<1>b{2}</1>c', { start: 1, end: 2, text: '' })).toBe('a{1}{2/}{/1}c');
    expect(shown('a<1></1>bc', { start: 1, end: 2, text: '' })).toBe('a{1}{/1}c');
  });

  test('K48 a deletable code inside a range goes, one at its edge stays', () => {
    expect(shown('a{1:fmt:bold}b', { start: 0, end: 2, text: 'x' })).toBe('x');
    expect(shown('a{1:fmt:bold}b', { start: 0, end: 1, text: 'x' })).toBe('x{1/}b');
  });

  test('K48 an opener stays before the range it leads and a closer behind the range it ends', () => {
    expect(shown('Go <1>there</1> now', { start: 3, end: 8, text: 'home' })).toBe('Go {1}home{/1} now');
    expect(shown('Go <1>there</1> now', { start: 3, end: 12, text: 'home' })).toBe('Go {1}home{/1}');
    expect(shown('Go <1>there</1> now', { start: 0, end: 5, text: 'Be ' })).toBe('Be {1}ere{/1} now');
  });

  test('K48 an insertion stands inside the pair at its edges and before codes in the middle', () => {
    expect(shown('<1>a</1>', { start: 0, end: 0, text: '[' }, { start: 1, end: 1, text: ']' })).toBe('{1}[a]{/1}');
    expect(shown('{1}a{2}', { start: 0, end: 0, text: '[' }, { start: 1, end: 1, text: ']' })).toBe('[{1/}a{2/}]');
    expect(shown('a{1}b', { start: 1, end: 1, text: '-' })).toBe('a-{1/}b');
    expect(shown('a<1>b</1>', { start: 1, end: 1, text: '-' })).toBe('a{1}-b{/1}');
    expect(shown('<1>a</1>{2}b', { start: 1, end: 1, text: '-' })).toBe('{1}a-{/1}{2/}b');
    expect(shown('{1}', { start: 0, end: 0, text: 'x' })).toBe('{1/}x');
  });

  test('K48 plurals and selects in a replaced range stay behind the replacement', () => {
    const plural: Run = { kind: 'plural', pivot: 'n', forms: { other: [textRun('files')] } };
    const runs = normaliseRuns([textRun('You have '), plural, textRun(' left')]);
    expect(edited(runs, { start: 0, end: 14, text: 'Rest: ' })).toEqual([textRun('Rest: '), plural]);
  });

  test('K48 editText works in one form and leaves the others', () => {
    const plural: Run = { kind: 'plural', pivot: 'n', forms: { one: runsOf('{1} file'), other: runsOf('{1} files') } };
    const runs = normaliseRuns([plural]);
    const side = editText(runs, [{ run: 0, form: 'one' }], [{ start: 1, end: 5, text: 'Datei' }], {
      keepsMeaning: true,
    });
    expect(side.edits).toEqual([
      { path: [{ run: 0, form: 'one' }], start: 2, end: 6, replacement: [textRun('Datei')], keepsMeaning: true },
    ]);
    const built = buildRuns(runs, unitEdits(side.edits ?? []));
    expect(structuralText(built)).toBe('{n,plural,one{{1/} Datei}other{{1/} files}}');
  });

  test('K48 editText counts code points', () => {
    expect(shown('😀<1>😀b</1>', { start: 1, end: 2, text: '🚀' })).toBe('😀{1}🚀b{/1}');
  });

  test('editText refuses replacements that are out of order or outside of the text', () => {
    const runs = runsOf('abc');
    expect(() => editText(runs, undefined, [{ start: 2, end: 4, text: '' }])).toThrow(
      '2 to 4 is out of order or outside',
    );
    expect(() =>
      editText(runs, undefined, [
        { start: 1, end: 2, text: '' },
        { start: 0, end: 1, text: '' },
      ]),
    ).toThrow(RangeError);
    expect(() => editText(runs, [{ run: 0, form: 'one' }], [])).toThrow('there is no unit at "/0:one"');
  });

  test('K48 editText gives the new text, stays well-formed and keeps what may not be deleted, whatever is replaced', () => {
    const cuts = fc.array(fc.tuple(fc.nat(20), fc.nat(6), arbitraryText()), { maxLength: 4 });
    fc.assert(
      fc.property(arbitraryRuns(), fc.nat(9), cuts, (runs, choice, drafts) => {
        const all = units(runs);
        const { path, runs: unit } = all[choice % all.length] ?? { path: [], runs };
        const replacements = inOrder(drafts, codePointLength(unitText(unit)));
        const built = buildRuns(runs, unitEdits(editText(runs, path, replacements).edits ?? []));
        expect(checkRuns(built)).toEqual([]);
        if (path.length > 0) expect(unitText(built)).toBe(unitText(runs));
        const now = unitAt(built, path) ?? [];
        expect(unitText(now)).toBe(replaced(unitText(unit), replacements));
        const left = new Set(codesOf(now).map(({ ref }) => `${ref.kind} ${ref.id}`));
        const fixed = unit.filter((run, index) => run.kind !== 'text' && !constraintsAt(unit, index).deletable);
        for (const { ref, run } of codesOf(unit)) {
          if (fixed.includes(run)) expect(left).toContain(`${ref.kind} ${ref.id}`);
        }
      }),
    );
  });
});

function inOrder(drafts: readonly (readonly [number, number, string])[], length: number): TextEdit[] {
  let at = 0;
  return drafts.flatMap(([gap, size, text]) => {
    const start = at + gap;
    const end = start + size;
    if (end > length) return [];
    at = end;
    return [{ start, end, text }];
  });
}

function replaced(text: string, edits: readonly TextEdit[]): string {
  const points = [...text];
  for (const { start, end, text: part } of edits.toReversed()) points.splice(start, end - start, part);
  return points.join('');
}
