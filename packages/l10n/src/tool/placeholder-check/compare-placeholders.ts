import { dataText } from '@helve/flow/content';
import { dialects } from '../../dialect/dialect.js';
import { countingCategories } from '../../check/plural-number.js';
import {
  collectPlaceholders,
  countListed,
  withKeys,
  type Placeholder,
  type PlaceholderSide,
} from './collect-placeholders.js';
import { keptKey } from './tokens-beside.js';

/** Differences between the placeholders of two sides. */
export interface ComparedPlaceholders {
  readonly missing: readonly MissingPlaceholder[];
  readonly extra: readonly MissingPlaceholder[];
  /** Equal values with another type. */
  readonly retyped: readonly RetypedPlaceholder[];
  /** Placeholders without a position in another order, so that each gets the wrong value. */
  readonly swapped: readonly RetypedPlaceholder[];
  /** Number of target placeholders outside forms that take values from a list. */
  readonly listed: number;
}

/** A placeholder that the other side lacks, or has less often. */
export interface MissingPlaceholder {
  readonly placeholder: Placeholder;
  /** True when the other side has the value, but less often. */
  readonly isElsewhere: boolean;
}

export interface RetypedPlaceholder {
  readonly source: Placeholder;
  readonly target: Placeholder;
  /** True when the other type accepts every value. */
  readonly isHarmless: boolean;
}

/**
 * Compares by count outside forms and by presence inside. A placeholder may move from outside into the forms and back.
 * Codes that may be deleted and repeated, such as bold, are not placeholders: they take no value.
 */
export function comparePlaceholders(
  one: PlaceholderSide,
  other: PlaceholderSide,
  locale: string,
): ComparedPlaceholders {
  const drafts = [collectPlaceholders(one), collectPlaceholders(other)] as const;
  const byType = countListed(drafts[0]) !== countListed(drafts[1]);
  const source = withKeys(drafts[0], byType);
  const target = withKeys(drafts[1], byType);
  const inTarget = new Set(target.map(({ key }) => key));
  const inSource = new Set(source.map(({ key }) => key));
  const mayBeFlat = countingCategories(locale, false)?.size === 1;
  const missing = lackingIn(target, source).filter(
    ({ isFree, key }) => !isFree && !(mayBeFlat && inTarget.has(key.replace(', plural}', '}'))),
  );
  const extra = lackingIn(source, target).filter(({ isFree, key }) => !isFree && !key.startsWith(keptKey));
  const isGuess = (one.dialect === 'guessed' || one.dialect === 'unflagged') && missing.length + extra.length > 0;
  const isFalse = isGuess ? writtenAlike(dataText(one.runs), dataText(other.runs)) : () => false;
  const retyped = retypedIn(source, target, dialects[one.dialect].isLoose);
  const isSwap = isOtherOrder(retyped);
  return {
    missing: missing
      .filter((each) => !isFalse(each))
      .map((placeholder) => ({ placeholder, isElsewhere: isSaid(placeholder, inTarget) })),
    extra: extra
      .filter((each) => !isFalse(each))
      .map((placeholder) => ({ placeholder, isElsewhere: isSaid(placeholder, inSource) })),
    retyped: isSwap ? [] : retyped,
    swapped: isSwap ? retyped : [],
    listed: countListed(drafts[1]),
  };
}

/**
 * Creates a test for wrong guesses: text that looks like a placeholder on one side only and is on both, such as
 * `%.1fMP` and `%.1fМП`.
 */
function writtenAlike(source: string, target: string): (one: Placeholder) => boolean {
  const count = (text: string, raw: string) => text.split(raw).length;
  return ({ key, raw, inForm }) => key.startsWith('printf') && !inForm && count(source, raw) === count(target, raw);
}

function isSaid({ isNamed, key }: Placeholder, others: ReadonlySet<string>): boolean {
  return isNamed && others.has(key);
}

/** Lists the placeholders of a list that the others lack; of several in forms, the first. */
function lackingIn(others: readonly Placeholder[], list: readonly Placeholder[]): readonly Placeholder[] {
  const inForms = new Set<string>();
  const outside = new Map<string, number>();
  for (const { key, inForm } of others) {
    if (inForm) inForms.add(key);
    else outside.set(key, (outside.get(key) ?? 0) + 1);
  }
  const reported = new Set<string>();
  return list.filter(({ key, inForm }) => {
    if (inForms.has(key)) return false;
    const left = outside.get(key) ?? 0;
    if (!inForm) {
      outside.set(key, left - 1);
      return left <= 0;
    }
    const isFirst = !reported.has(key);
    reported.add(key);
    return isFirst && !outside.has(key);
  });
}

function retypedIn(
  source: readonly Placeholder[],
  target: readonly Placeholder[],
  isLoose: boolean,
): readonly RetypedPlaceholder[] {
  if (!target.some(({ type }) => type !== '')) return [];
  return target.flatMap((one) => {
    const same = source.filter(({ key }) => key === one.key);
    const [first] = same;
    if (first === undefined || same.some(({ type }) => type === one.type)) return [];
    return [{ source: first, target: one, isHarmless: isLoose && /[sra]$/.test(one.type) }];
  });
}

function isOtherOrder(retyped: readonly RetypedPlaceholder[]): boolean {
  if (retyped.length < 2 || retyped.some(({ target }) => target.isNamed)) return false;
  const types = (side: 'source' | 'target') =>
    retyped
      .map((one) => one[side].type)
      .toSorted()
      .join(' ');
  return types('source') === types('target');
}
