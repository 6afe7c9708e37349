import { visibleText } from '@helve/core';

/** A text that shows what it says: one line, nothing hidden and nothing dropped, not longer than this. */
export function toPlainText(text: string, maxLength: number): string {
  return shorten(visibleText(text.trim()), maxLength);
}

/** Cuts a text, says so, and leaves no half of a character. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, Math.max(0, maxLength - 1));
  const last = cut.charCodeAt(cut.length - 1);
  const torn = last >= 0xd800 && last <= 0xdbff;
  return `${torn ? cut.slice(0, -1) : cut}…`;
}
