import { pluralSamples } from '@helve/flow';

/** What a locale's plural rules say about whole numbers. */
interface WholeNumbers {
  /** The categories that some whole number below a million has. */
  readonly used: ReadonlySet<string>;
  /** The number of each category that only one has. */
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

/** The one number that a category is for in a locale: 2 for `two` in Arabic, nothing for `one` in Russian. */
export function onlyNumberOf(locale: string, ordinal: boolean, category: string): number | undefined {
  return numbersOf(locale, ordinal)?.only.get(category);
}

/** The categories that people need to count in a locale; those for fractions and for millions alone are left out. */
export function countingCategories(locale: string, ordinal: boolean): ReadonlySet<string> | undefined {
  return numbersOf(locale, ordinal)?.used;
}

function numbersOf(locale: string, ordinal: boolean): WholeNumbers | undefined {
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
