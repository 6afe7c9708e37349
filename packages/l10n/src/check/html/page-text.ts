import { escapeHtml } from '@helve/core';

/** Control characters, which HTML does not allow and terminals obey, without white space. */
const control = /(?![\t\n\r])\p{Cc}/gu;

/** Escapes a text for the page; control characters are shown as signs. */
export function pageText(text: string): string {
  return escapeHtml(text.replace(control, toSign));
}

/** The picture of a control character, such as `␛`; those without one are replaced. */
function toSign(char: string): string {
  const code = char.charCodeAt(0);
  if (code === 0x7f) return '\u2421';
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\uFFFD';
}
