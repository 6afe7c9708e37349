import { bytesSource } from '@helve/flow/content';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toEncoding } from './encoding.js';
import { textChunks } from './text-chunk.js';

test('a chunk of UTF-8 tells the bytes of its characters in any order', async () => {
  const characters = fc.array(fc.string({ unit: 'grapheme-composite', minLength: 1, maxLength: 20 }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(characters, fc.infiniteStream(fc.nat()), async (pieces, random) => {
      const text = pieces.join('');
      const source = bytesSource(Buffer.from(text)).stream();
      const { value: chunk } = await textChunks(source, toEncoding('utf-8', 'f'), 0, 'f').next();
      const starts = pieces.map((_, count) => pieces.slice(0, count).join(''));
      for (const number of random.take(30)) {
        const before = starts[number % starts.length] ?? '';
        expect(chunk?.byteAt(before.length)).toBe(Buffer.byteLength(before));
      }
    }),
  );
});
