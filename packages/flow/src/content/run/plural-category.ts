import type { LocaleId } from '../../contract/block.js';
import { pluralCategories } from './form.js';

type Category = (typeof pluralCategories)[number];

/** A category with a number that has it. */
export interface PluralSample {
  readonly category: Category;
  readonly sample: number;
}

const known = new Map<string, readonly PluralSample[] | undefined>();

/** The plural categories of a locale in order, or nothing for a locale without rules, such as `qps`. */
export function pluralSamples(locale: LocaleId, ordinal: boolean): readonly PluralSample[] | undefined {
  const key = `${ordinal ? 'ordinal' : 'cardinal'} ${locale}`;
  if (!known.has(key)) known.set(key, findSamples(locale, ordinal));
  return known.get(key);
}

function findSamples(locale: LocaleId, ordinal: boolean): readonly PluralSample[] | undefined {
  // Without this question an unknown locale would get the rules of the machine's own.
  if (Intl.PluralRules.supportedLocalesOf([locale]).length === 0) return undefined;
  const rules = new Intl.PluralRules(locale, { type: ordinal ? 'ordinal' : 'cardinal' });
  const used = new Set<string>(rules.resolvedOptions().pluralCategories).add('other');
  return pluralCategories
    .filter((category) => used.has(category))
    .map((category) => ({ category, sample: candidates.find((number) => rules.select(number) === category) ?? 0 }));
}

/** Small whole numbers first, then the fractions and millions that some categories are for. */
const candidates: readonly number[] = Array.from({ length: 201 }, (_, number) => number).concat(
  [0.1, 0.5, 1.5, 2.5],
  [1000, 10_000, 100_000, 1_000_000],
);
