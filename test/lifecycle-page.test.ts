import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stageTable } from '@helve/core';
import { expect, test } from 'vitest';

const page = join(import.meta.dirname, '..', 'docs', 'lifecycle.md');
const START = '<!-- stages -->\n\n';
const END = '\n\n<!-- end of stages -->';

function stagesInMarkdown(): string {
  const rows = stageTable.map(
    (row, index) =>
      `| ${index + 1} | \`${row.stage}\` | ${row.class} | ${row.purpose} | ${row.respond} | ${row.refuse} | ${row.unknown} |`,
  );
  return [
    '| # | stage | class | for | respond | abort, retryAfter | unknown throw |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** `UPDATE_LIFECYCLE_PAGE=1 npm test -- lifecycle-page` writes the table anew. */
test('docs/lifecycle.md holds exactly the stages the engine runs on', () => {
  const text = readFileSync(page, 'utf8');
  const [before = '', rest = ''] = text.split(START);
  const [table = '', after = ''] = rest.split(END);
  if (process.env['UPDATE_LIFECYCLE_PAGE'] === '1')
    writeFileSync(page, before + START + stagesInMarkdown() + END + after);
  else expect(table).toBe(stagesInMarkdown());
});

test('docs/lifecycle.md draws every stage', () => {
  const picture = /```\n([\s\S]*?)```/.exec(readFileSync(page, 'utf8'))?.[1] ?? '';
  expect(stageTable.filter(({ stage }) => !picture.includes(stage))).toEqual([]);
});
