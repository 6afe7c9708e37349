import { visibleText } from '@helve/core';

/** Makes hidden characters of a text visible: one line, nothing dropped, limited in length. */
export function toPlainText(text: string, maxLength: number): string {
  return shorten(visibleText(text.trim()), maxLength);
}

/** Cuts a text, marks the cut, and splits no character. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, Math.max(0, maxLength - 1));
  const last = cut.charCodeAt(cut.length - 1);
  const torn = last >= 0xd800 && last <= 0xdbff;
  return `${torn ? cut.slice(0, -1) : cut}…`;
}
