import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { referencePages } from './reference-pages.js';

const folder = join(import.meta.dirname, '..', 'docs', 'reference');
const pages = await referencePages();

// `UPDATE_REFERENCE=1 npm test -- reference-pages` writes the pages anew.
if (process.env['UPDATE_REFERENCE'] === '1') {
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of pages) writeFileSync(join(folder, file), text);
}

test('docs/reference has these pages and no other', () => {
  expect(readdirSync(folder).toSorted()).toEqual([...pages.keys()].toSorted());
});

test.each([...pages])('docs/reference/%s says what the code says', (file, text) => {
  expect(readFileSync(join(folder, file), 'utf8')).toBe(text);
});

test('docs/reference/api.md has a sentence for most names', () => {
  const rows = (pages.get('api.md') ?? '').split('\n').filter((line) => line.startsWith('| `'));
  const bare = rows.filter((row) => row.endsWith('|  |'));
  expect(bare.length / rows.length).toBeLessThan(0.25);
});
