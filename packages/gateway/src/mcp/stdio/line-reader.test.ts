import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineReader } from './line-reader.js';

/** Reads the lines of some chunks; a line that is too long is null. */
function linesOf(chunks: readonly Buffer[], maxBytes: number): (string | null)[] {
  const lines: (string | null)[] = [];
  const reader = new LineReader(maxBytes, { onLine: (line) => lines.push(line), onTooLong: () => lines.push(null) });
  for (const chunk of chunks) reader.push(chunk);
  return lines;
}

test('LineReader finds the same lines however the bytes are cut into chunks', () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\n', ''));
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.integer({ min: 1, max: 9 })), (lines, sizes) => {
      const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
      const chunks: Buffer[] = [];
      for (let at = 0; at < bytes.length;) {
        const size = sizes[chunks.length % Math.max(1, sizes.length)] ?? bytes.length;
        chunks.push(bytes.subarray(at, at + size));
        at += size;
      }
      const expected = lines.map((text) => (Buffer.byteLength(text) > 10 ? null : text));
      expect(linesOf(chunks, 10)).toEqual(expected);
    }),
  );
});
