import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allFormats } from './all-formats.js';

describe('allFormats', () => {
  test.each(allFormats.map(({ id }) => id))('X1 %s runs the suite that every format passes', (id) => {
    const file = join(import.meta.dirname, id, 'format.test.ts');
    expect(existsSync(file) && readFileSync(file, 'utf8')).toMatch(/^\s*describeFormat\(/mu);
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
