import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TextDraft, type Replacement } from './text-draft.js';

describe('TextDraft', () => {
  test('T11 edits of the original give the text after any number of replacements', () => {
    const replacement = fc.record({ start: fc.nat(12), length: fc.nat(4), text: fc.string({ maxLength: 4 }) });
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.array(replacement, { maxLength: 5 }), (original, steps) => {
        const draft = new TextDraft(original);
        let text = original;
        for (const { start, length, text: put } of steps) {
          const from = Math.min(start, text.length);
          const to = Math.min(from + length, text.length);
          draft.replace([{ start: from, end: to, text: put }]);
          text = text.slice(0, from) + put + text.slice(to);
        }
        expect(draft.text).toBe(text);
        expect(applied(original, draft)).toBe(text);
      }),
    );
  });

  test('T11 replacements that are applied together give what they give from the last to the first', () => {
    const gap = fc.record({ skip: fc.nat(4), length: fc.nat(3), text: fc.string({ maxLength: 3 }) });
    const steps = fc.array(fc.array(gap, { maxLength: 5 }), { maxLength: 4 });
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), steps, (original, rounds) => {
        const together = new TextDraft(original);
        const apart = new TextDraft(original);
        for (const gaps of rounds) {
          const list = placed(gaps, together.text.length);
          together.replace(list);
          for (const one of list.toReversed()) apart.replace([one]);
          expect(together.text).toBe(apart.text);
          expect(together.edits()).toEqual(apart.edits());
        }
      }),
    );
  });

  test('takes time in proportion to the number of replacements', () => {
    const original = 'a'.repeat(200_000);
    const draft = new TextDraft(original);
    const began = performance.now();
    for (let round = 0; round < 3; round += 1) {
      draft.replace(Array.from(original, (_, start) => ({ start, end: start + 1, text: 'b' })));
    }
    expect(draft.edits()).toHaveLength(200_000);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

/** Places replacements one after the other, as far as the text goes. */
function placed(
  gaps: readonly { readonly skip: number; readonly length: number; readonly text: string }[],
  textLength: number,
): readonly Replacement[] {
  const list: Replacement[] = [];
  let at = 0;
  for (const { skip, length, text } of gaps) {
    const start = at + skip;
    const end = start + length;
    if (end > textLength) break;
    list.push({ start, end, text });
    at = Math.max(end, start + 1);
  }
  return list;
}

function applied(original: string, draft: TextDraft): string {
  const points = Array.from(original);
  let out = '';
  let at = 0;
  for (const { start, end, text } of draft.edits()) {
    out += points.slice(at, start).join('') + text;
    at = end;
  }
  return out + points.slice(at).join('');
}
