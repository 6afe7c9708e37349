import type { ToolRecord } from '@helve/core';
import * as z from 'zod';

const Input = z.object({
  text: z.string().min(1).describe('A title or a heading'),
  separator: z.enum(['-', '_']).default('-').describe('What stands between the words'),
});
const Output = z.object({ slug: z.string() });

/** Written as a plain object: any literal of this shape is a tool. */
export const slugify: ToolRecord<typeof Input, typeof Output> = {
  id: 'slugify',
  name: 'Make a slug',
  description: 'Turns a title into the part of an address that people can read',
  tags: ['text'],
  version: '1.0.0',
  policy: { category: 'utility', sideEffects: 'none', idempotent: true },
  inputSchema: Input,
  outputSchema: Output,
  hooksByStage: {},
  execute({ text, separator }) {
    const words = text
      .normalize('NFKD')
      .replace(/\p{Mark}/gu, '')
      .toLowerCase()
      .match(/[\p{Letter}\p{Number}]+/gu);
    return { slug: (words ?? []).join(separator) };
  },
};
