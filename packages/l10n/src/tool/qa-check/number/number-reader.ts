import { splitProtected } from '../../../text/protected-ranges.js';

/** A number in a text, or digits with signs between them that are not a number. */
export interface FoundNumber {
  readonly raw: string;
  /** In UTF-16 indexes. */
  readonly start: number;
  readonly end: number;
  /** Equal for equal numbers in every locale, such as `1234.5`; undefined for a version, an address, a date. */
  readonly value: string | undefined;
  /** Its groups of digits: `1`, `234`, `5`. */
  readonly parts: readonly string[];
}

/** Number signs of a locale. */
interface NumberSigns {
  readonly pattern: RegExp;
  readonly decimal: string;
  readonly group: string;
}

const digit = /\p{Nd}/u;
/** ASCII digits, and all characters from those of other scripts on. */
const mayHoldDigit = /[0-9\u0660-\uffff]/;
/** No-break spaces, which join digits in every locale. */
const fixedSpaces = '\u00a0\u202f\u2009';
const known = new Map<string, NumberSigns>();

/** Finds the numbers of a text in the notation of the locale, except those in placeholders, tags and addresses. */
export function readNumbers(text: string, locale: string): readonly FoundNumber[] {
  const signs = cachedSigns(locale);
  const found: FoundNumber[] = [];
  if (!mayHoldDigit.test(text)) return found;
  let start = 0;
  for (const piece of splitProtected(text)) {
    if (!piece.protected) addNumbers(found, piece.text, start, signs);
    start += piece.text.length;
  }
  return found;
}

function addNumbers(found: FoundNumber[], text: string, offset: number, signs: NumberSigns): void {
  const { pattern } = signs;
  pattern.lastIndex = 0;
  // Uses `exec`, since each `matchAll` would copy the pattern.
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [raw] = match;
    const start = offset + match.index;
    // Most numbers are a few plain digits.
    const parts = /^[0-9]+$/.test(raw) ? [raw] : (raw.match(/\p{Nd}+/gu) ?? []).map(toAscii);
    found.push({ raw, start, end: start + raw.length, value: toValue(raw, parts, signs), parts });
  }
}

/** Splits digits that are not a number of the locale into the numbers between their signs. */
export function splitNumber(number: FoundNumber): readonly FoundNumber[] {
  if (number.value !== undefined) return [number];
  return Array.from(number.raw.matchAll(/\p{Nd}+/gu), ({ index, 0: raw }) => {
    const start = number.start + index;
    const digits = toAscii(raw);
    return { raw, start, end: start + raw.length, value: withoutZeros(digits), parts: [digits] };
  });
}

/** Returns the value of digits with signs between them; undefined if it is not a number of the locale. */
function toValue(raw: string, digits: readonly string[], { decimal, group }: NumberSigns): string | undefined {
  const [first = ''] = digits;
  if (digits.length === 1) return withoutZeros(first);
  const signs = [...raw.matchAll(/\P{Nd}/gu)].map(({ 0: sign }) => sign);
  const isDecimal = (sign: string | undefined) => sign === decimal || sign === '\u066b';
  const hasFraction = isDecimal(signs.at(-1));
  const integerDigits = hasFraction ? digits.slice(0, -1) : digits;
  const groups = hasFraction ? signs.slice(0, -1) : signs;
  const isGroup = (sign: string) =>
    sign === group || sign === '\u066c' || fixedSpaces.includes(sign) || (group === ' ' && sign === ' ');
  if (!groups.every((sign) => isGroup(sign) && sign === groups[0]) || !isGrouped(integerDigits)) return undefined;
  const fraction = hasFraction ? (digits.at(-1) ?? '').replace(/0+$/, '') : '';
  return withoutZeros(integerDigits.join('')) + (fraction === '' ? '' : `.${fraction}`);
}

/** True for groups of three after the first, or of two before the last three, as in India. */
function isGrouped(groups: readonly string[]): boolean {
  if (groups.length === 1) return true;
  const [first = '', ...rest] = groups;
  const last = rest.at(-1) ?? '';
  if (last.length !== 3 || first.length > 3) return false;
  const between = rest.slice(0, -1);
  return between.every(({ length }) => length === 3) || between.every(({ length }) => length === 2);
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=.)/, '');
}

/** Converts digits of any script to ASCII. Each script has its ten in a row, after a non-digit. */
function toAscii(digits: string): string {
  if (/^[0-9]*$/.test(digits)) return digits;
  return digits.replaceAll(/\p{Nd}/gu, (char) => {
    const code = char.codePointAt(0) ?? 0;
    let zero = code;
    while (digit.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((code - zero) % 10);
  });
}

function cachedSigns(locale: string): NumberSigns {
  let signs = known.get(locale);
  if (signs === undefined) known.set(locale, (signs = findSigns(locale)));
  return signs;
}

function findSigns(locale: string): NumberSigns {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1_234_567.8);
  const findPart = (type: string) => parts.find((part) => part.type === type)?.value;
  const sign = findPart('group') ?? ',';
  const isSpace = /\s/u.test(sign);
  const between = String.raw`.,'’\u066b\u066c${fixedSpaces}${isSpace ? ' ' : ''}`;
  const pattern = new RegExp(String.raw`\p{Nd}+(?:[${between}]\p{Nd}+)*`, 'gu');
  return { pattern, decimal: findPart('decimal') ?? '.', group: isSpace ? ' ' : sign };
}
