import { pluralSamples } from '@helve/flow/content';

/** Facts about the plural rules of a locale for whole numbers. */
interface WholeNumbers {
  /** The categories that occur among whole numbers below a million. */
  readonly used: ReadonlySet<string>;
  /** Number of each category that has only one number. */
  readonly only: ReadonlyMap<string, number>;
}

const known = new Map<string, WholeNumbers>();
const samples: readonly number[] = [
  ...Array.from({ length: 1001 }, (_, number) => number),
  1001,
  1100,
  2000,
  10_000,
  20_000,
  100_000,
  200_000,
];

/** Returns the only number of a category in a locale: 2 for `two` in Arabic, undefined for `one` in Russian. */
export function findOnlyNumber(locale: string, ordinal: boolean, category: string): number | undefined {
  return cachedNumbers(locale, ordinal)?.only.get(category);
}

/** True when a locale has a category for any number; of an unknown language, each may exist. */
export function hasCategory(locale: string, ordinal: boolean, category: string): boolean {
  return pluralSamples(locale, ordinal)?.some((sample) => sample.category === category) ?? true;
}

/** Lists the categories needed to count in a locale, without those that only fractions or millions have. */
export function countingCategories(locale: string, ordinal: boolean): ReadonlySet<string> | undefined {
  return cachedNumbers(locale, ordinal)?.used;
}

function cachedNumbers(locale: string, ordinal: boolean): WholeNumbers | undefined {
  if (pluralSamples(locale, ordinal) === undefined) return undefined;
  const key = `${ordinal} ${locale}`;
  let numbers = known.get(key);
  if (numbers === undefined) known.set(key, (numbers = findNumbers(locale, ordinal)));
  return numbers;
}

function findNumbers(locale: string, ordinal: boolean): WholeNumbers {
  const rules = new Intl.PluralRules(locale, { type: ordinal ? 'ordinal' : 'cardinal' });
  const only = new Map<string, number>();
  const used = new Set<string>();
  for (const number of samples) {
    const category = rules.select(number);
    if (used.has(category)) only.delete(category);
    else only.set(category, number);
    used.add(category);
  }
  return { used, only };
}
