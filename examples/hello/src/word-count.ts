import { defineTool } from '@helve/core';
import * as z from 'zod';

/** Written with `defineTool` and zod: input and output are inferred. */
export const wordCount = defineTool({
  id: 'word_count',
  name: 'Count words',
  description: 'Counts the words, characters and lines of a text',
  tags: ['text'],
  version: '1.0.0',
  policy: { category: 'utility', sideEffects: 'none', idempotent: true },
  docs: { examples: [{ text: 'one two three' }] },
  inputSchema: z.object({
    text: z.string().describe('The text to count'),
    minLength: z.int().min(1).default(1).describe('Words with fewer letters are left out'),
  }),
  outputSchema: z.object({ words: z.int(), characters: z.int(), lines: z.int() }),
  execute: ({ text, minLength }) => {
    const words = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)].filter(
      ({ isWordLike, segment }) => isWordLike === true && [...segment].length >= minLength,
    );
    return { words: words.length, characters: [...text].length, lines: text === '' ? 0 : text.split('\n').length };
  },
});
