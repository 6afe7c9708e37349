import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { errorTablesInMarkdown } from './errors-page.js';

const page = join(import.meta.dirname, '..', 'docs', 'errors.md');
const START = '<!-- tables -->\n\n';
const END = '\n\n<!-- end of tables -->';

/** `UPDATE_ERRORS_PAGE=1 npm test -- errors-page` writes the tables anew. */
test('docs/errors.md holds exactly the rows of the error tables', () => {
  const text = readFileSync(page, 'utf8');
  const [before = '', rest = ''] = text.split(START);
  const [tables = '', after = ''] = rest.split(END);
  if (process.env['UPDATE_ERRORS_PAGE'] === '1')
    writeFileSync(page, before + START + errorTablesInMarkdown() + END + after);
  else expect(tables).toBe(errorTablesInMarkdown());
});
