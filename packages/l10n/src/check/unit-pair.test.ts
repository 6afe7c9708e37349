import type { Runs } from '@helve/flow';
import { pathText } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { plural, t } from '../testing/runs-kit.js';
import { countingCategories, findOnlyNumber } from './plural-number.js';
import { pairUnits } from './unit-pair.js';

const select = (cases: Readonly<Record<string, Runs>>, pivot = 'g') => ({ kind: 'select', pivot, cases }) as const;
const pathsOf = (source: Runs, target: Runs, locale = 'pl') =>
  pairUnits(source, target, locale).map(({ path, sourcePath }) => `${pathText(path)}<${pathText(sourcePath)}`);

describe('pairUnits', () => {
  test('K29 a category that the source lacks is compared with other', () => {
    const source = [plural({ '=0': 'none', one: 'a', other: 'b' })];
    const target = [t('x '), plural({ '=0': 'n', one: 'a', few: 'b', many: 'c', other: 'd' })];
    expect(pathsOf(source, target)).toEqual([
      '<',
      '/1:=0</0:=0',
      '/1:one</0:one',
      '/1:few</0:other',
      '/1:many</0:other',
      '/1:other</0:other',
    ]);
  });

  test('K29 forms go by pivot and kind, at any depth; what has no partner is left out', () => {
    const forms = (pivot: string) => [plural({ other: 'x' }, pivot)];
    const source = [select({ f: forms('a'), other: forms('b') }), plural({ other: 'y' }, 'c')];
    const target = [plural({ other: 'y' }, 'z'), select({ f: forms('a'), m: forms('b'), other: forms('q') })];
    expect(pathsOf(source, target)).toEqual([
      '<',
      '/1:f</0:f',
      '/1:f/0:other</0:f/0:other',
      '/1:m</0:other',
      '/1:m/0:other</0:other/0:other',
      '/1:other</0:other',
    ]);
  });

  test('K29 one content under two keys is looked at once', () => {
    const shared = [t('x')];
    expect(pathsOf([plural({ one: 'a', other: 'b' })], [plural({ many: shared, other: shared })])).toHaveLength(2);
  });
});

describe('findOnlyNumber', () => {
  test('T26 knows the categories of one number, and those that counting needs', () => {
    expect([findOnlyNumber('ar', false, 'two'), findOnlyNumber('ar', false, 'zero')]).toEqual([2, 0]);
    expect([findOnlyNumber('ru', false, 'one'), findOnlyNumber('qps', false, 'one')]).toEqual([undefined, undefined]);
    expect([...(countingCategories('fr', false) ?? [])].toSorted()).toEqual(['one', 'other']);
    expect([...(countingCategories('pl', false) ?? [])].toSorted()).toEqual(['few', 'many', 'one']);
    expect([...(countingCategories('ja', false) ?? [])]).toEqual(['other']);
  });
});
