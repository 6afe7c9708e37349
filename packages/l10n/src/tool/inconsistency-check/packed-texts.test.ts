import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PackedTexts } from './packed-texts.js';

test('texts come back from their bytes', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { maxLength: 500 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 20 }), (list, times) => {
      const packed = new PackedTexts();
      const all = Array.from({ length: times }, () => list).flat();
      for (const text of all) packed.add(text);
      expect(packed.size).toBe(all.length);
      expect(all.map((_, index) => packed.at(index))).toEqual(all);
    }),
  );
});
