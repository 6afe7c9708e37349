import { defineTool } from '@helve/core';
import * as z from 'zod';

/** Shows lists and nested objects: each becomes a flag of its own in the terminal and a field on the page. */
export const makeTable = defineTool({
  id: 'make_table',
  name: 'Make a table',
  description: 'Lays rows of comma-separated cells out as a text table',
  tags: ['text'],
  version: '1.0.0',
  policy: { category: 'utility', sideEffects: 'none', idempotent: true },
  docs: { examples: [{ rows: ['name,age', 'Ada,36', 'Grace,85'], style: { padding: 2 } }] },
  inputSchema: z.object({
    rows: z.array(z.string()).min(1).describe('One row each, cells separated by commas'),
    style: z
      .object({
        padding: z.int().min(0).max(8).default(1).describe('Spaces between columns'),
        header: z.boolean().default(true).describe('Draw a line under the first row'),
      })
      .prefault({})
      .describe('How it looks'),
  }),
  outputSchema: z.object({ table: z.string() }),
  execute: ({ rows, style }) => {
    const cells = rows.map((row) => row.split(',').map((cell) => cell.trim()));
    const columns = Math.max(...cells.map((row) => row.length));
    const widths = Array.from({ length: columns }, (_, index) =>
      Math.max(...cells.map((row) => (row[index] ?? '').length)),
    );
    const gap = ' '.repeat(style.padding);
    const lines = cells.map((row) =>
      widths
        .map((width, index) => (row[index] ?? '').padEnd(width))
        .join(gap)
        .trimEnd(),
    );
    if (style.header) lines.splice(1, 0, widths.map((width) => '-'.repeat(width)).join(gap));
    return { table: lines.join('\n') };
  },
});
