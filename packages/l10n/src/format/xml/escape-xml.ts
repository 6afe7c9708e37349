import { illegalCharacter } from './reference.js';

const inText: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
const inValue: Readonly<Record<string, string>> = {
  ...inText,
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** Escapes text between tags, with the line ends of the file. */
export function escapeXmlText(text: string, lineEnd = '\n'): string {
  const escaped = /[&<>\r]/u.test(text) ? text.replaceAll(/[&<>\r]/gu, (char) => inText[char] ?? char) : text;
  return lineEnd === '\n' ? escaped : escaped.replaceAll('\n', lineEnd);
}

/** Escapes text in the quotes of an attribute. */
export function escapeValue(text: string): string {
  return text.replaceAll(/[&<>"'\r\n\t]/gu, (char) => inValue[char] ?? char);
}

/** Replaces characters that XML 1.0 does not allow, for names that no program reads back. */
export function legalXmlText(text: string): string {
  return isXmlText(text) ? text : [...text].map((char) => (isXmlText(char) ? char : '\uFFFD')).join('');
}

/** True for text that XML 1.0 allows. */
export function isXmlText(text: string): boolean {
  return !illegalCharacter.test(text);
}

/** Encodes a character that the encoding of the file lacks as a reference. */
export function characterReference(char: string): string {
  return `&#${char.codePointAt(0) ?? 0};`;
}
