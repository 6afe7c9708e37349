import { CharClass, charClasses } from '../../check/char-class.js';

/**
 * Whether two texts have the same digits in the same order, and no sign between them that a locale may read. Most pairs
 * are like that, or have no digits at all, and need no reading.
 */
export function hasSameIntegers(one: string, other: string): boolean {
  const isDigit = digitTest();
  let first = 0;
  let second = 0;
  for (;;) {
    while (first < one.length && !isDigit(one.charCodeAt(first))) first += 1;
    while (second < other.length && !isDigit(other.charCodeAt(second))) second += 1;
    if (first >= one.length || second >= other.length) return first >= one.length && second >= other.length;
    while (isDigit(one.charCodeAt(first))) {
      if (one.charCodeAt(first) !== other.charCodeAt(second)) return false;
      first += 1;
      second += 1;
    }
    // Digits that go on, at once or behind one sign, are more than an integer.
    if (isDigit(other.charCodeAt(second)) || isDigit(other.charCodeAt(second + 1))) return false;
    if (isDigit(one.charCodeAt(first + 1))) return false;
  }
}

/** Beyond the end of a text there is no digit. */
function digitTest(): (code: number) => boolean {
  const classes = charClasses();
  return (code) => classes[code] === CharClass.digit;
}
