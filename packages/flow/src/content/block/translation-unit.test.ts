import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Runs } from '../../contract/run.js';
import { arbitraryRuns } from '../../testing/content-kit.js';
import { checkRuns } from '../run/check-runs.js';
import { normaliseRuns, textRun } from '../run/normalise-runs.js';
import { parsePlaceholderText, placeholderText } from '../text/placeholder-text.js';
import { shapeText, structuralText } from '../text/projection.js';
import { assembleTarget, translationUnits } from './translation-unit.js';
import { unitAt, units } from '../run/units.js';

const files = normaliseRuns([
  {
    kind: 'plural',
    pivot: 'n',
    forms: { '=0': [textRun('none')], one: [textRun('a file')], other: [textRun('files')] },
  },
]);
const categories = (source: Runs, locale: string) =>
  translationUnits({ source }, locale).flatMap(({ category }) => (category === undefined ? [] : [category]));

describe('translationUnits', () => {
  test('KV11 a plural gets the categories of the target, and keeps exact numbers', () => {
    expect(categories(files, 'pl')).toEqual(['=0', 'one', 'few', 'many', 'other']);
    expect(categories(files, 'ja')).toEqual(['=0', 'other']);
  });

  test('K29 a category that the source lacks is translated from other, with a number that has it', () => {
    const byCategory = new Map(translationUnits({ source: files }, 'pl').map((unit) => [unit.category, unit]));
    expect(byCategory.get('few')).toMatchObject({
      key: '/0:few',
      source: [textRun('files')],
      sourcePath: [{ run: 0, form: 'other' }],
      sample: 2,
    });
    expect(byCategory.get('one')).toMatchObject({ source: [textRun('a file')], sample: 1 });
    expect(byCategory.get('other')?.sample).toBe(0.1);
    expect(byCategory.get('=0')?.sample).toBe(0);
    expect(byCategory.get(undefined)).toMatchObject({ key: '', ignorable: true });
  });

  test('K29 an ordinal has categories of its own, and an offset moves the sample', () => {
    const forms = { other: [textRun('x')] };
    expect(categories([{ kind: 'plural', pivot: 'n', ordinal: true, forms }], 'en')).toEqual([
      'one',
      'two',
      'few',
      'other',
    ]);
    const [, one] = translationUnits({ source: [{ kind: 'plural', pivot: 'n', offset: 1, forms }] }, 'en');
    expect(one).toMatchObject({ category: 'one', sample: 2 });
  });

  test('K29 a locale without plural rules keeps the forms of the source', () => {
    expect(categories(files, 'qps')).toEqual(['=0', 'one', 'other']);
  });

  test('K29 assembleTarget joins translated units around moved plurals', () => {
    const count = files[0];
    if (count === undefined) throw new Error('the fixture has a plural');
    const source = normaliseRuns([textRun('Delete '), count, textRun(' now?')]);
    const done = new Map<string, Runs>();
    for (const unit of translationUnits({ source }, 'pl')) {
      const answer =
        unit.path.length === 0 ? 'Teraz <x id="plural:0"/>?' : `pl ${unit.category} ${placeholderText(unit.source)}`;
      done.set(unit.key, parsePlaceholderText(answer, unit.source).runs);
    }
    expect(structuralText(assembleTarget({ source }, 'pl', done))).toBe(
      'Teraz {n,plural,=0{pl =0 none}one{pl one a file}few{pl few files}many{pl many files}other{pl other files}}?',
    );
  });

  test('K29 assembleTarget knows a plural by its pivot when it was copied', () => {
    const source = normaliseRuns([
      ...files,
      textRun(' and '),
      { kind: 'plural', pivot: 'm', forms: { other: [textRun('more')] } },
    ]);
    const shape = translationUnits({ source }, 'ja')[0]?.source ?? [];
    const swapped = JSON.parse(JSON.stringify(shape.toReversed())) as Runs;
    const target = assembleTarget(
      { source },
      'ja',
      new Map([
        ['', swapped],
        ['/2:other', [textRun('motto')]],
      ]),
    );
    expect(structuralText(target)).toBe('{m,plural,other{motto}} and {n,plural,=0{none}other{files}}');
  });

  test('K29 translating every unit to itself gives well-formed content of the source shape', () => {
    fc.assert(
      fc.property(arbitraryRuns({ formDepth: 2 }), fc.constantFrom('pl', 'ja', 'ar', 'en', 'qps'), (source, locale) => {
        const todo = translationUnits({ source }, locale);
        const target = assembleTarget({ source }, locale, new Map(todo.map(({ key, source: unit }) => [key, unit])));
        expect(checkRuns(target)).toEqual([]);
        expect(units(target)).toHaveLength(todo.length);
        for (const { path, sourcePath } of todo) {
          expect(shapeText(unitAt(target, path) ?? [])).toBe(shapeText(unitAt(source, sourcePath) ?? []));
        }
      }),
    );
  });
});
