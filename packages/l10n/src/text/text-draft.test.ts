import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TextDraft } from './text-draft.js';

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
});

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
