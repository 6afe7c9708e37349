/**
 * True when a text exceeds a number of UTF-8 bytes; counts them only where the number of characters does not decide.
 */
export function isLargerThan(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  return text.length * 3 > maxBytes && new TextEncoder().encode(text).length > maxBytes;
}
