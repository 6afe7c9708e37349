/** Class of a UTF-16 unit, as checks see it. Halves of surrogate pairs are `other`. */
export const CharClass = Object.freeze({ other: 0, word: 1, space: 2, digit: 3 } as const);

let classes: Uint8Array | undefined;

/**
 * Returns the class of every UTF-16 unit; the table is built on first use, since a look-up is faster than any pattern.
 */
export function charClasses(): Uint8Array {
  return (classes ??= findClasses());
}

function findClasses(): Uint8Array {
  const found = new Uint8Array(0x1_00_00);
  for (let start = 0; start < 0x1_00_00; start += 0x80) {
    if (start >= 0xd800 && start < 0xe000) continue;
    mark(found, String.fromCharCode(...Array.from({ length: 0x80 }, (_, code) => start + code)), start);
  }
  return found;
}

function mark(found: Uint8Array, text: string, start: number): void {
  const { word, space, digit } = CharClass;
  for (const { index } of text.matchAll(/[\p{L}\p{M}\p{N}_'’]/gu)) found[start + index] = word;
  for (const { index } of text.matchAll(/\p{Nd}/gu)) found[start + index] = digit;
  for (const { index } of text.matchAll(/\s/gu)) found[start + index] = space;
}
