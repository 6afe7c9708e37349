import { CharClass, charClasses } from '../../check/char-class.js';

/**
 * Whether two texts have the same digits in the same order, and no sign between them that a locale may read. Most pairs
 * are like that, or have no digits at all, and need no reading.
 */
export function hasSameIntegers(one: string, other: string): boolean {
  const classes = charClasses();
  let first = 0;
  let second = 0;
  for (;;) {
    first = nextDigit(one, first, classes);
    second = nextDigit(other, second, classes);
    if (first >= one.length || second >= other.length) return first >= one.length && second >= other.length;
    for (let code = one.charCodeAt(first); isDigit(code, classes); code = one.charCodeAt(first)) {
      if (code !== other.charCodeAt(second)) return false;
      first += 1;
      second += 1;
    }
    // Digits that go on, at once or behind one sign, are more than an integer.
    if (isDigit(other.charCodeAt(second), classes) || isDigit(other.charCodeAt(second + 1), classes)) return false;
    if (isDigit(one.charCodeAt(first + 1), classes)) return false;
  }
}

function nextDigit(text: string, from: number, classes: Uint8Array): number {
  let at = from;
  while (at < text.length && !isDigit(text.charCodeAt(at), classes)) at += 1;
  return at;
}

/** Beyond the end of a text there is no digit; most signs are below those of other scripts, and need no look-up. */
function isDigit(code: number, classes: Uint8Array): boolean {
  return code < 0x660 ? code >= 0x30 && code <= 0x39 : classes[code] === CharClass.digit;
}
