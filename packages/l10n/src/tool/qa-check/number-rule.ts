import { variantLocale } from '@helve/flow/content';
import { withoutSameHours } from './clock-time.js';
import { hasSameIntegers } from './has-same-integers.js';
import { compareNumbers } from './compare-numbers.js';
import { readNumbers, type FoundNumber } from './number-reader.js';
import { allOfTarget, inSource, inTarget, toDraft, type PairRule, type QaPair } from './qa-pair.js';

/** The largest number that is often written as a word, by some languages and not by others. */
const wordy = 12;

/** Checks that the numbers of the target are those of the source, each in the notation of its locale. */
export const checkNumbers: PairRule = (pair, found) => {
  const { sourceText, targetText, sourceLocale, variant, form } = pair;
  if (hasSameIntegers(sourceText, targetText)) return;
  const source = readNumbers(sourceText, sourceLocale);
  const target = readNumbers(targetText, variantLocale(variant));
  const compared = compareNumbers(source, target);
  if (compared.missing.length + compared.extra.length === 0) return;
  const { missing, extra } = withoutSameHours(compared, sourceText, targetText);
  const isOwn = ({ value }: FoundNumber) => form !== undefined && value === toNumberText(form);
  addMismatches(
    pair,
    missing.filter((number) => !isOwn(number)),
    extra.filter((number) => !isOwn(number)),
    found,
  );
};

/** Returns the number of a form, which may be in it as a code, as a number or as a word. */
function toNumberText({ key, onlyNumber }: NonNullable<QaPair['form']>): string {
  return String(onlyNumber ?? (key === 'one' ? 1 : ''));
}

/** Reports mismatches; a missing number and an extra one count as one changed number, in order. */
function addMismatches(
  pair: QaPair,
  missing: readonly FoundNumber[],
  extra: readonly FoundNumber[],
  found: Parameters<PairRule>[1],
): void {
  for (let at = 0; at < Math.max(missing.length, extra.length); at += 1) {
    const wanted = missing[at];
    const actual = extra[at];
    const mayBeWord = wanted === undefined ? isSmall(actual) : actual === undefined && isSmall(wanted);
    found.push(
      toDraft(pair, 'qa.number-mismatch', renderMessage(wanted, actual), {
        range: actual === undefined ? allOfTarget(pair) : inTarget(pair, actual.start, actual.end),
        source: wanted && inSource(pair, wanted.start, wanted.end),
        subject: `${wanted?.raw ?? ''}→${actual?.raw ?? ''}`,
        ...(mayBeWord ? { severity: 'minor' } : {}),
      }),
    );
  }
}

function renderMessage(wanted: FoundNumber | undefined, actual: FoundNumber | undefined): string {
  if (wanted === undefined) return `The number "${actual?.raw ?? ''}" is not in the source`;
  if (actual === undefined) return `The number "${wanted.raw}" of the source is missing`;
  return `The number "${wanted.raw}" of the source is "${actual.raw}" in the target`;
}

function isSmall(number: FoundNumber | undefined): boolean {
  return number?.value !== undefined && /^\d+$/.test(number.value) && Number(number.value) <= wordy;
}
