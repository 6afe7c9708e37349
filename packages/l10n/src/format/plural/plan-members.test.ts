import { textRun, type PluralKey, type Runs } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { planMembers, pluralContent, zeroKey } from './plan-members.js';

const forms = (...keys: readonly PluralKey[]): Runs => pluralContent(keys.map((key) => [key, [textRun(key)]]));
const shown = (runs: Runs, locale?: string, zeroIsExact = false) => {
  const plan = planMembers(runs, { locale, zeroIsExact });
  return (
    plan && { ...Object.fromEntries(Array.from(plan.members, ([key, one]) => [key, dataText(one)])), lost: plan.lost }
  );
};

describe('planMembers', () => {
  test('X15 a target has exactly the categories of its language, in CLDR order', () => {
    const polish = planMembers(forms('one', 'other'), { locale: 'pl', zeroIsExact: false });
    expect([...(polish?.members.keys() ?? [])]).toEqual(['one', 'few', 'many', 'other']);
    expect(shown(forms('one', 'other'), 'pl')).toEqual({
      one: 'one',
      few: 'other',
      many: 'other',
      other: 'other',
      lost: [],
    });
    expect(shown(forms('one', 'other'), 'ja')).toEqual({ other: 'other', lost: ['one'] });
  });

  test('X15 each member has the text around the plural', () => {
    const runs = [textRun('You have '), ...forms('one', 'other'), textRun('.')];
    expect(shown(runs)).toEqual({ one: 'You have one.', other: 'You have other.', lost: [] });
  });

  test('X15 content without a locale keeps the forms that it has', () => {
    expect(shown(forms('few', 'other'))).toEqual({ few: 'few', other: 'other', lost: [] });
    expect(shown(forms('one', 'other'), 'qps')).toEqual({ one: 'one', other: 'other', lost: [] });
  });

  test('X16 the number 0 is the member zero where run times test for it', () => {
    expect(shown(forms('=0', 'one', 'other'), 'de', true)).toEqual({
      zero: '=0',
      one: 'one',
      other: 'other',
      lost: [],
    });
    expect(shown(forms('=0', 'one', 'other'), 'de')).toEqual({ one: 'one', other: 'other', lost: ['=0'] });
  });

  test('X16 the category zero wins over the number 0, which is lost', () => {
    expect(shown(forms('=0', 'zero', 'one', 'other'), 'lv', true)).toEqual({
      zero: 'zero',
      one: 'one',
      other: 'other',
      lost: ['=0'],
    });
  });

  test('X17 numbers without a member are reported', () => {
    expect(shown(forms('=1', '=2', 'other'), 'ja', true)).toEqual({ other: 'other', lost: ['=1', '=2'] });
  });

  test('planMembers has nothing to plan for content without a plural', () => {
    expect(planMembers([textRun('a')], { zeroIsExact: true })).toBeUndefined();
  });
});

test('X17 pluralContent has the pivot n unless the file names one, and always the form other', () => {
  expect(forms('one')).toEqual([
    { kind: 'plural', pivot: 'n', forms: { one: [textRun('one')], other: [textRun('one')] } },
  ]);
});

test('X16 zeroKey is a category only in languages that have it', () => {
  expect([zeroKey('en'), zeroKey('lv'), zeroKey('qps')]).toEqual(['=0', 'zero', '=0']);
});
