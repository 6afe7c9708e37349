import type { FoundNumber } from './number-reader.js';

/** True for a value of a program that translators choose for their country, such as `calendar:week_start:0`. */
export function isSetting(text: string): boolean {
  return /^[\w.-]+(?::[\w.-]+)+$/.test(text);
}

/** True when one side counts in other steps: 2 billion are 20 億, and 25,000 are 2.5 万. */
export function hasOtherSteps(sourceText: string, targetText: string): boolean {
  if (!/\p{Nd}\s?[万萬亿億兆만억조]/u.test(targetText)) return false;
  return /[mb]illion|thousand|lakh|crore|\d{5}|\d,\d{3}/i.test(sourceText);
}

const romanSigns = [
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const;

/** True when a text has a number up to 100 as a Roman one, as centuries and rulers often have: "XXIe siècle". */
export function hasRoman(text: string, value: number): boolean {
  if (value > 100) return false;
  let [left, roman] = [value, ''];
  for (const [worth, sign] of romanSigns) for (; left >= worth; left -= worth) roman += sign;
  return roman !== '' && new RegExp(String.raw`(?<!\p{L})${roman}(?!\p{Lu})`, 'u').test(text);
}

/** True for a text with an example, which may have other numbers and addresses in another country. */
export function hasExample(text: string): boolean {
  return /\be\.g\.|\bfor (?:example|instance)\b|\bexamples?:|\bsuch as\b/i.test(text);
}

/** True for the number of left out letters in words such as "i18n". */
export function isInNumeronym({ start, end }: FoundNumber, text: string): boolean {
  return start > 0 && /^[A-Za-z]\d+[A-Za-z]$/.test(text.slice(start - 1, end + 1));
}

/** True when a sign of an ordinal follows, which often is part of a word: "1º plano", "2ª". */
export function isOrdinal({ end }: FoundNumber, text: string): boolean {
  return /[ºª]/.test(text.charAt(end));
}

/** True for a digit of another script inside of a word, where it stands for a letter that looks like it. */
export function isInWord({ raw, start, end }: FoundNumber, text: string): boolean {
  return !/[0-9]/.test(raw) && /[\p{L}\p{M}]/u.test(text.charAt(start - 1) + text.charAt(end));
}
