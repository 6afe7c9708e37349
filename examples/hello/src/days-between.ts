import { defineTool, ToolError } from '@helve/core';

const DAY_MS = 86_400_000;

/** Written with plain JSON Schema: no library at all, and `execute` is still typed. */
export const daysBetween = defineTool({
  id: 'days_between',
  name: 'Days between',
  description: 'Counts the days from one date to another',
  tags: ['time'],
  version: '1.0.0',
  policy: { category: 'utility', sideEffects: 'none', idempotent: true },
  docs: { examples: [{ from: '2026-01-01', to: '2026-12-31' }] },
  inputSchema: {
    type: 'object',
    properties: {
      from: { type: 'string', format: 'date', description: 'The first day, as YYYY-MM-DD' },
      to: { type: 'string', format: 'date', description: 'The last day, as YYYY-MM-DD' },
      weekdaysOnly: { type: 'boolean', default: false, description: 'Leave Saturdays and Sundays out' },
    },
    required: ['from', 'to'],
  },
  outputSchema: { type: 'object', properties: { days: { type: 'integer' } }, required: ['days'] },
  execute: ({ from, to, weekdaysOnly }) => {
    const [first, last] = [Date.parse(from), Date.parse(to)];
    if (last < first) throw new ToolError('PERMANENT', `Cannot count the days: "${to}" is before "${from}"`);
    const days = Math.round((last - first) / DAY_MS);
    return { days: weekdaysOnly === true ? countWeekdays(first, days) : days };
  },
});

function countWeekdays(first: number, days: number): number {
  const isWeekday = (_: unknown, index: number) => ![0, 6].includes(new Date(first + index * DAY_MS).getUTCDay());
  return Array.from({ length: days }).filter(isWeekday).length;
}
