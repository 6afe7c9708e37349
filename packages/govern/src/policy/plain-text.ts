/**
 * Characters that change what a person reads without being read: control characters, line and paragraph separators,
 * marks that turn the direction of writing, invisible spaces, and tags.
 */
const unreadable =
  /[\p{Cc}\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** A text that shows what it says: one line, nothing hidden, not longer than this. */
export function toPlainText(text: string, maxLength: number): string {
  const readable = text
    .toWellFormed()
    .replaceAll(/[\t\n\r\u2028\u2029]+/g, ' ')
    .replaceAll(unreadable, '')
    .trim();
  return shorten(readable, maxLength);
}

/** Cuts a text, says so, and leaves no half of a character. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, Math.max(0, maxLength - 1));
  const last = cut.charCodeAt(cut.length - 1);
  const torn = last >= 0xd800 && last <= 0xdbff;
  return `${torn ? cut.slice(0, -1) : cut}…`;
}
