import { CharClass, charClasses } from '../../../check/char-class.js';

/**
 * True when two texts have the same digits in the same order, and no sign between them that a locale may interpret.
 * Most pairs are like that, or have no digits at all, and need no parsing.
 */
export function hasSameIntegers(one: string, other: string): boolean {
  let first = nextDigit(one, 0);
  let second = nextDigit(other, 0);
  while (first < one.length && second < other.length) {
    do {
      if (one.charCodeAt(first) !== other.charCodeAt(second)) return false;
      first += 1;
      second += 1;
    } while (isDigitAt(one, first) && second < other.length);
    // Digits that continue, directly or after one sign, are more than an integer.
    if (isDigitAt(one, first) || isDigitAt(other, second)) return false;
    if (isDigitAt(one, first + 1) || isDigitAt(other, second + 1)) return false;
    first = nextDigit(one, first + 1);
    second = nextDigit(other, second + 1);
  }
  return first >= one.length && second >= other.length;
}

/** Patterns are faster than a loop over the characters of a text. */
const asciiDigit = /[0-9\u0660-\uffff]/g;

function nextDigit(text: string, from: number): number {
  asciiDigit.lastIndex = from;
  if (!asciiDigit.test(text)) return text.length;
  let at = asciiDigit.lastIndex - 1;
  while (at < text.length && !isDigitAt(text, at)) at += 1;
  return at;
}

/** True when a digit is at the index; most characters are below those of other scripts, and need no look-up. */
function isDigitAt(text: string, at: number): boolean {
  if (at >= text.length) return false;
  const code = text.charCodeAt(at);
  return code < 0x660 ? code >= 0x30 && code <= 0x39 : charClasses()[code] === CharClass.digit;
}
