import { expect, test } from 'vitest';
import { allFormats } from '@helve/l10n';
import { converterRows } from '../bench/formats/convert-section.js';
import { largeFiles } from '../bench/formats/large-section.js';
import { tableRows } from '../bench/formats/table-row.js';

const streaming = allFormats.filter(({ caps }) => caps.streamRead && caps.streamWrite).map(({ id }) => id);

test('X123 the bench of formats has a row for each table beside its storage class and its converters', () => {
  const measured = tableRows.map(({ format }) => format);
  expect(measured).toEqual(['yaml', 'html', 'csv', 'resx', 'androidxml', 'applestrings', 'arb']);
  for (const { faster, storage } of tableRows) expect({ faster, storage }).toMatchObject({ faster: 8 });
  const pairs = converterRows.map(({ out, home }) => `${out} ${home}`);
  for (const name of ['yaml', 'html', 'resx', 'csv', 'json', 'prop']) expect(pairs).toContain(`${name}2po po2${name}`);
});

test('X123 the memory of each format that streams is measured on a large file', () => {
  // Catalogs have rows of their own in the bench of flows, and tabs are read as commas are.
  const elsewhere = new Set(['po', 'tsv']);
  const wanted = streaming.filter((id) => !elsewhere.has(id));
  expect(largeFiles.map(({ format }) => format).toSorted()).toEqual(wanted.toSorted());
});
