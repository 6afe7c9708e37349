import fc from 'fast-check';
import { expect, test } from 'vitest';
import { locationAt, locationsAt } from './format-error.js';

test('locationsAt finds in one pass what locationAt finds one by one', () => {
  const char = fc.constantFrom('a', '\n', '\r', '\r\n', '𝒳', 'é');
  fc.assert(
    fc.property(fc.array(char), fc.array(fc.nat(20)), (chars, wanted) => {
      const text = chars.join('');
      // A place is the start of a character, and not inside of a line end.
      const starts = chars
        .map((_, at) => chars.slice(0, at).join('').length)
        .filter((at) => !text.slice(0, at).endsWith('\r'));
      const indexes = wanted.flatMap((at) => starts[at] ?? []).toSorted((one, other) => one - other);
      expect(locationsAt(text, indexes)).toEqual(indexes.map((at) => locationAt(text, at)));
    }),
  );
});
