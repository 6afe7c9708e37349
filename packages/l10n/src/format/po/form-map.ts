import type { PluralKey } from '@helve/flow';
import { pluralCategories } from '@helve/flow/content';
import { createCategoryFunction, sampleNumbers, type PluralRule } from './plural-rule.js';

type Category = (typeof pluralCategories)[number];

/** Mapping between the numbered forms of a catalog and the categories of a language. */
export interface FormMap {
  readonly rule: PluralRule | undefined;
  /** The category of each index; an index beyond all categories has none. */
  readonly keys: readonly (Category | undefined)[];
  /** The language's category for the numbers of an index, if the category of the index itself is missing. */
  readonly dominant: readonly (Category | undefined)[];
  /** Returns the category of a number, in a known language. */
  readonly select: ((n: number) => Intl.LDMLPluralRule) | undefined;
  /** The indexes of each category, with the smallest number of both. */
  readonly meetings: ReadonlyMap<string, readonly Pick<Meeting, 'index' | 'least'>[]>;
}

/** Default names of forms without a rule. */
const usual: readonly (readonly Category[])[] = [
  [],
  ['other'],
  ['one', 'other'],
  ['one', 'few', 'other'],
  ['one', 'two', 'few', 'other'],
  ['one', 'two', 'few', 'many', 'other'],
  pluralCategories,
];
/** Names for indexes without a category of the language, since older rules distinguished more. */
const spare: readonly Category[] = ['many', 'few', 'two', 'zero', 'one', 'other'];

const maps = new Map<string, FormMap>();
const maxMaps = 1000;

/**
 * Maps the forms of a rule to the categories of a locale, by trying numbers; `count` forms if there is no rule.
 *
 *     pl     1 → 0 one     2 → 1 few     5 → 2 many     (1.5 → other, which has no index)
 */
export function formMap(rule: PluralRule | undefined, locale: string, count: number): FormMap {
  const name = `${rule?.text ?? count} ${locale}`;
  const map = maps.get(name) ?? (rule ? mapRule(rule, locale) : usualMap(count, locale));
  if (maps.size < maxMaps) maps.set(name, map);
  return map;
}

function usualMap(count: number, locale: string): FormMap {
  const keys = usual[Math.min(count, usual.length - 1)] ?? [];
  return { rule: undefined, keys, dominant: keys, select: createCategoryFunction(locale), meetings: new Map() };
}

function mapRule(rule: PluralRule, locale: string): FormMap {
  const select = createCategoryFunction(locale);
  if (!select) return { ...usualMap(rule.count, locale), rule };
  const counts = countMeetings(rule, select);
  const keys = [...bestKeys(counts, rule.count)];
  const own = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  const left = [...pluralCategories.filter((category) => own.includes(category)), ...spare];
  for (const index of keys.keys()) keys[index] ??= left.find((category) => !keys.includes(category));
  const dominant = keys.map((_, at) => counts.find(({ index }) => index === at)?.category);
  const meetings = new Map(
    pluralCategories.map((name) => [name as string, counts.filter(({ category }) => category === name)]),
  );
  return { rule, keys, dominant, select, meetings };
}

/** Gives indexes the categories with which they share the most numbers in all, each category once. */
function bestKeys(counts: readonly Meeting[], length: number): readonly (Category | undefined)[] {
  const known = new Map<string, Assignment>();
  const from = (index: number, taken: readonly Category[]): Assignment => {
    if (index === length) return { keys: [], count: 0 };
    const name = `${index} ${taken.toSorted().join(' ')}`;
    const found = known.get(name);
    if (found !== undefined) return found;
    const free = counts.filter((one) => one.index === index && !taken.includes(one.category));
    const choices = free.map(({ category, count }) => extended(category, count, from(index + 1, [...taken, category])));
    const best = [...choices, extended(undefined, 0, from(index + 1, taken))].reduce((most, one) =>
      one.count > most.count ? one : most,
    );
    known.set(name, best);
    return best;
  };
  return from(0, []).keys;
}

/** Categories of the indexes from one on, and how many numbers they share with these. */
interface Assignment {
  readonly keys: readonly (Category | undefined)[];
  readonly count: number;
}

function extended(key: Category | undefined, count: number, rest: Assignment): Assignment {
  return { keys: [key, ...rest.keys], count: count + rest.count };
}

interface Meeting {
  readonly index: number;
  readonly category: Category;
  /** The smallest number of both. */
  readonly least: number;
  count: number;
}

/** Counts how often an index and a category share a number, the most frequent first. */
function countMeetings(rule: PluralRule, select: (n: number) => Category): readonly Meeting[] {
  const meetings = new Map<string, Meeting>();
  for (const number of sampleNumbers) {
    const index = rule.index(number);
    const category = select(number);
    const meeting = meetings.get(`${index} ${category}`) ?? { index, category, least: number, count: 0 };
    meeting.count += 1;
    meetings.set(`${index} ${category}`, meeting);
  }
  return [...meetings.values()].sort((left, right) => right.count - left.count || left.index - right.index);
}

/** Returns the key of the form for an index among those that a plural has. */
export function keyAt(map: FormMap, index: number, has: (key: PluralKey) => boolean): PluralKey {
  const key = map.keys[index];
  if (key !== undefined && has(key)) return key;
  const dominant = map.dominant[index];
  return dominant !== undefined && has(dominant) ? dominant : 'other';
}
