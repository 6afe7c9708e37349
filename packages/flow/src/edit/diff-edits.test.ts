import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffEdits, type TextEdit } from './diff-edits.js';

function apply(text: string, edits: readonly TextEdit[]): string {
  const points = [...text];
  for (const { start, end, text: part } of edits.toReversed()) points.splice(start, end - start, part);
  return points.join('');
}

/** The length of the longest common subsequence: what no edit needs to touch. */
function common(a: readonly string[], b: readonly string[]): number {
  let row = b.map(() => 0);
  for (const left of a) {
    const next: number[] = [];
    for (const [index, right] of b.entries()) {
      const aslant = row[index - 1] ?? 0;
      next.push(left === right ? aslant + 1 : Math.max(row[index] ?? 0, next[index - 1] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '😀', ' '), maxLength: 12 });

describe('diffEdits', () => {
  test('K49 diffEdits finds no edit in equal texts and one in a changed word', () => {
    expect(diffEdits('same', 'same')).toEqual([]);
    expect(diffEdits('a red car', 'a blue car')).toEqual([
      { start: 2, end: 3, text: 'blu' },
      { start: 4, end: 5, text: '' },
    ]);
  });

  test('K49 diffEdits counts code points, so that a pair of surrogates is one', () => {
    expect(diffEdits('😀a', '😀b')).toEqual([{ start: 1, end: 2, text: 'b' }]);
  });

  test('K49 diffEdits is minimal and gives the new text', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const edits = diffEdits(before, after);
        expect(apply(before, edits)).toBe(after);
        const [old, now] = [[...before], [...after]];
        const touched = edits.reduce((sum, { start, end, text: part }) => sum + end - start + [...part].length, 0);
        expect(touched).toBe(old.length + now.length - 2 * common(old, now));
      }),
    );
  });

  test('diffEdits replaces the whole middle of long texts that have nothing in common', () => {
    const [before, after] = ['a'.repeat(3_000), 'b'.repeat(3_000)];
    expect(diffEdits(`<${before}>`, `<${after}>`)).toEqual([{ start: 1, end: 3_001, text: after }]);
  });
});
