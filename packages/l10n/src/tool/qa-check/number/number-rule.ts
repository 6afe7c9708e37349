import { variantLocale } from '@helve/flow/content';
import { hasNumberWord, largestNumberWord } from '../../../text/number-words.js';
import { withoutSameHours } from './clock-time.js';
import { hasSameIntegers } from './has-same-integers.js';
import { compareNumbers } from './compare-numbers.js';
import { languageOf } from '../language-rules.js';
import { hasExample, hasOtherSteps, hasRoman, isInNumeronym, isInWord, isOrdinal, isSetting } from './loose-number.js';
import { readNumbers, type FoundNumber } from './number-reader.js';
import { allOfTarget, hasPipes, inSource, inTarget, toDraft, type PairRule, type QaPair } from '../qa-pair.js';

/** Checks that the numbers of the target are those of the source, each in the notation of its locale. */
export const checkNumbers: PairRule = (pair, found) => {
  const { sourceText, targetText, sourceLocale, variant, form } = pair;
  if (hasSameIntegers(sourceText, targetText) || isSetting(sourceText) || hasPipes(pair)) return;
  const source = readNumbers(sourceText, sourceLocale);
  const target = readNumbers(targetText, variantLocale(variant));
  const compared = compareNumbers(source, target);
  if (compared.missing.length + compared.extra.length === 0 || hasOtherSteps(sourceText, targetText)) return;
  const { missing, extra } = withoutSameHours(compared, sourceText, targetText);
  const isPlain = [...missing, ...extra].every(({ raw }) => /^\d+$/.test(raw));
  if (isPlain && digitGroups(sourceText) === digitGroups(targetText)) return;
  const isOwn = ({ value }: FoundNumber) => form !== undefined && value === toNumberText(form);
  // These languages write digits where English has words: noon, quadrillion.
  const isNumeral = /^(?:zh|ja|ko)\b/.test(variant) && !/\p{Nd}/u.test(sourceText);
  const isMonth = ({ end }: FoundNumber) => /^\s?[月월]/.test(targetText.slice(end));
  const isAgain = ({ value }: FoundNumber) => source.some((number) => number.value === value);
  const lost = missing.filter(
    (number) => !isOwn(number) && !isInNumeronym(number, sourceText) && !isSaid(number, targetText, variant),
  );
  const added = extra.filter(
    (number) =>
      !isInName(number, targetText) &&
      !isInWord(number, targetText) &&
      !isOrdinal(number, targetText) &&
      !isAgain(number) &&
      !isOwn(number) &&
      !isMonth(number) &&
      !isNumeral &&
      !isSaid(number, sourceText, sourceLocale),
  );
  addMismatches(pair, firstParts(lost, sourceText), firstParts(added, targetText), found);
};

/** Leaves out parts of a version of which an earlier part is told: of "3.9.0", nobody needs to hear of 9 and of 0. */
function firstParts(numbers: readonly FoundNumber[], text: string): readonly FoundNumber[] {
  return numbers.filter(({ start }, index) => {
    const before = numbers[index - 1];
    return before === undefined || text.slice(before.end, start) !== '.';
  });
}

/** True when letters touch a small number, as in the name of a class or in "3D". */
function isInName(number: FoundNumber, text: string): boolean {
  // The minutes of a full hour.
  if (number.raw === '00' && text.charAt(number.start - 1) === ':') return true;
  return isSmall(number) && /[A-Za-z]/.test(text.charAt(number.start - 1) + text.charAt(number.end));
}

/** Lists all groups of digits, also those of placeholders and names, which only one side may show as such. */
function digitGroups(text: string): string {
  return (text.match(/\p{Nd}+/gu) ?? []).toSorted().join(' ');
}

/** True when a side has a number after all: as a word, or once where the other has it twice. */
function isSaid({ value }: FoundNumber, text: string, locale: string): boolean {
  if (value === undefined || !/^\d+$/.test(value)) return false;
  if (value === '16') return /hex/i.test(text);
  if (hasRoman(text, Number(value))) return true;
  if (Number(value) > largestNumberWord) return false;
  const isWritten = new RegExp(String.raw`(?<!\d)${value}(?!\d)`).test(text);
  return isWritten || (hasNumberWord(text, Number(value), languageOf(locale)) ?? true);
}

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
    const isMinor = mayBeWord || hasExample(pair.sourceText);
    found.push(
      toDraft(pair, 'qa.number-mismatch', renderMessage(wanted, actual), {
        range: actual === undefined ? allOfTarget(pair) : inTarget(pair, actual.start, actual.end),
        source: wanted && inSource(pair, wanted.start, wanted.end),
        subject: `${wanted?.raw ?? ''}→${actual?.raw ?? ''}`,
        ...(isMinor ? { severity: 'minor' } : {}),
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
  return number?.value !== undefined && /^\d+$/.test(number.value) && Number(number.value) <= largestNumberWord;
}

const signed = /(?<![\p{L}\p{N}\p{P}\p{S}])[-−](\p{Nd}+)(?![\p{Nd}-])/gu;

/** Reports a number whose minus sign is only on one side. */
export const checkNumberSigns: PairRule = (pair, found) => {
  const { sourceText, targetText } = pair;
  addSigns(pair, sourceText, targetText, (digits) => `The number "-${digits}" of the source has lost its sign`, found);
  addSigns(pair, targetText, sourceText, (digits) => `The number "${digits}" of the source has got a sign`, found);
};

function addSigns(
  pair: QaPair,
  text: string,
  other: string,
  render: (digits: string) => string,
  found: Parameters<PairRule>[1],
): void {
  for (const { 1: digits = '' } of text.matchAll(signed)) {
    const isThere = new RegExp(String.raw`(?<!\p{Nd})${digits}(?!\p{Nd})`, 'u').test(other);
    const isSigned = new RegExp(String.raw`[-−–‑﹣－]\s?${digits}(?!\p{Nd})`, 'u').test(other);
    if (!isThere || isSigned) continue;
    found.push(
      toDraft(pair, 'qa.number-mismatch', render(digits), { range: allOfTarget(pair), subject: `-${digits}` }),
    );
  }
}
