import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allFormats } from './all-formats.js';

describe('allFormats', () => {
  test.each(allFormats.map(({ id }) => id))('X1 %s runs the suite that every format passes', (id) => {
    const file = join(import.meta.dirname, id, 'format.test.ts');
    expect(existsSync(file) && readFileSync(file, 'utf8')).toMatch(/^\s*describeFormat\(/mu);
  });

  test.each([
    ['androidxml', 'monolingual', true],
    ['applestrings', 'monolingual', true],
    ['arb', 'monolingual', true],
    ['csv', 'multilingual', true],
    ['docx', 'monolingual', false],
    ['html', 'monolingual', true],
    ['json', 'monolingual', true],
    ['resx', 'monolingual', true],
    ['stringsdict', 'monolingual', false],
    ['tsv', 'multilingual', true],
    ['xcstrings', 'multilingual', true],
    ['xliff', 'bilingual', true],
    ['xliff2', 'bilingual', true],
    ['xlsx', 'monolingual', false],
    ['yaml', 'monolingual', false],
  ])('X1 %s is %s, and streams both ways: %s', (id, kind, streams) => {
    const format = allFormats.find((one) => one.id === id);
    expect(format).toMatchObject({ kind, caps: { streamRead: streams, streamWrite: streams } });
  });

  test('X1 formats of wave A and those before it are there, and no others', () => {
    const before = ['i18next', 'markdown', 'mdx', 'messageformat', 'plaintext', 'po', 'properties', 'xliff2'];
    const wave = 'androidxml applestrings arb csv docx html json resx stringsdict tsv xcstrings xliff xlsx yaml'.split(
      ' ',
    );
    expect(allFormats.map(({ id }) => id)).toEqual([...before, ...wave].toSorted());
  });

  test('X1 formats are sorted, and each id is there once', () => {
    const ids = allFormats.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted());
  });

  test.each(allFormats.map(({ id, options }) => ({ id, options })))(
    'S46 $id has groups that name each option once, if there are more than six',
    ({ options }) => {
      const { 'ui:groups': groups, properties } = options;
      if (groups === undefined) expect(Object.keys(properties).length).toBeLessThanOrEqual(6);
      else expect(groups.flatMap((group) => group.properties).toSorted()).toEqual(Object.keys(properties).toSorted());
    },
  );
});
