/** Whether a text has more bytes in UTF-8; they are counted only where the number of characters does not tell. */
export function isLargerThan(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  return text.length * 3 > maxBytes && new TextEncoder().encode(text).length > maxBytes;
}
