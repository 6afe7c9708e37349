import { isToken } from '../../xml/xml-name.js';

const language = /^(?:[a-z]{2,8}|[ix](?=-))(?:-[a-z0-9]{1,8})*$/iu;

/** A date with as much of its time as is known, in the profile of ISO 8601 that the W3C has. */
const datetime =
  /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:T[0-2]\d:[0-5]\d(?::[0-6]\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?)?)?$/u;

/** True for a user-defined value: an authority and a name. */
function isUserDefined(value: string): boolean {
  return /^[^\s:]+:[^\s:]+$/u.test(value);
}

/** True for a well-formed BCP 47 tag. */
function isLanguage(value: string): boolean {
  return language.test(value);
}

function oneOf(...values: readonly string[]): (value: string) => boolean {
  return (value) => values.includes(value);
}

function percent(value: string): boolean {
  return /^\d+(?:\.\d+)?$/u.test(value) && Number(value) <= 100;
}

/** True for the hexadecimal code point of a character that XML does not allow, or only with a warning. */
function illegalCodePoint(value: string): boolean {
  if (!/^(?:[0-9a-f]{2}){2,3}$/iu.test(value)) return false;
  const point = Number.parseInt(value, 16);
  if (point > 0x10ffff) return false;
  const control = point < 0x20 && point !== 0x09 && point !== 0x0a && point !== 0x0d;
  return (
    control || (point >= 0x7f && point <= 0x9f) || (point >= 0xd800 && point <= 0xdfff) || (point & 0xfffe) === 0xfffe
  );
}

/** Value types of attributes. */
export const valueTypes: Readonly<Record<string, (value: string) => boolean>> = Object.freeze({
  text: () => true,
  token: isToken,
  tokens: (value) => value.trim() !== '' && value.trim().split(/\s+/u).every(isToken),
  yesNo: oneOf('yes', 'no'),
  reorder: oneOf('yes', 'firstNo', 'no'),
  dir: oneOf('ltr', 'rtl', 'auto'),
  side: oneOf('source', 'target'),
  metaSide: oneOf('source', 'target', 'ignorable'),
  user: isUserDefined,
  codeType: oneOf('fmt', 'ui', 'quote', 'link', 'image', 'other'),
  markType: (value) => ['generic', 'comment', 'term'].includes(value) || isUserDefined(value),
  matchType: oneOf('am', 'mt', 'icm', 'idm', 'tb', 'tm', 'other'),
  priority: (value) => /^(?:[1-9]|10)$/u.test(value),
  state: oneOf('initial', 'translated', 'reviewed', 'final'),
  version: oneOf('2.0', '2.1', '2.2'),
  positive: (value) => /^\+?0*[1-9]\d*$/u.test(value),
  datetime: (value) => datetime.test(value),
  percent,
  language: isLanguage,
  space: oneOf('default', 'preserve'),
  preserve: oneOf('preserve'),
  normalization: oneOf('none', 'nfc', 'nfd'),
  hex: illegalCodePoint,
});
