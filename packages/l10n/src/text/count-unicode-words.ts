/** Counts the words of UAX #29, as `Intl.Segmenter` finds them: segments with letters, digits, kana or ideographs. */
export function countUnicodeWords(text: string, locale: string): number {
  const quick = countPlainWords(text);
  return quick < 0 ? countSegments(text, locale) : quick;
}

const segmenters = new Map<string, Intl.Segmenter>();

/** Counts words with `Intl.Segmenter`, for every script. */
export function countSegments(text: string, locale: string): number {
  const segmenter = segmenters.get(locale) ?? new Intl.Segmenter(locale, { granularity: 'word' });
  segmenters.set(locale, segmenter);
  let count = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike === true) count += 1;
  return count;
}

/** Character classes that decide where a word ends, as far as Latin, Greek and Cyrillic text needs them. */
const other = 0;
const letter = 1;
const digit = 2;
/** Marks that keep letters, digits or both together: `a:b`, `1,2`, `don't`. */
const midLetter = 3;
const midDigit = 4;
const midBoth = 5;
/** Joins anything, itself included: `_`. */
const joiner = 6;
/** Left to `Intl.Segmenter`. */
const unknown = 7;
/** Not classified yet: a text uses few of all characters. */
const unasked = 8;

const classes = new Uint8Array(0x1_0000).fill(unasked);

/**
 * Counts words like `countSegments` in Latin, Greek and Cyrillic text, many times as fast; returns -1 when a character
 * occurs whose rules are not implemented here.
 */
export function countPlainWords(text: string): number {
  const [classOf, stepFrom] = [classes, steps];
  let count = 0;
  let state = 0;
  for (let at = 0; at < text.length; at += 1) {
    const step = stepFrom[state + (classOf[text.charCodeAt(at)] ?? unknown)] ?? 0;
    count += step & 1;
    state = step >> 1;
  }
  if (state !== lost) return count;
  return classify(text) ? countPlainWords(text) : -1;
}

/**
 * Transitions of each state by class; `+` starts another word. A mark is part of a word only if the next character is,
 * and a joiner alone is not a word. After an unknown character the search ends.
 */
const rows = {
  // other, letter, digit, midLetter, midDigit, midBoth, joiner
  outside: ['outside', '+letters', '+digits', 'outside', 'outside', 'outside', 'joiner'],
  letters: ['outside', 'letters', 'digits', 'letterMark', 'outside', 'letterMark', 'joined'],
  digits: ['outside', 'letters', 'digits', 'outside', 'digitMark', 'digitMark', 'joined'],
  joined: ['outside', 'letters', 'digits', 'outside', 'outside', 'outside', 'joined'],
  joiner: ['outside', '+letters', '+digits', 'outside', 'outside', 'outside', '+joined'],
  letterMark: ['outside', 'letters', '+digits', 'outside', 'outside', 'outside', 'joiner'],
  digitMark: ['outside', '+letters', 'digits', 'outside', 'outside', 'outside', 'joiner'],
  lost: ['lost', 'lost', 'lost', 'lost', 'lost', 'lost', 'lost'],
};
const states = Object.keys(rows);
const lost = startOf('lost');
const steps = Uint8Array.from(Object.values(rows).flatMap((row) => [...row, 'lost', 'lost'].map(toStep)));

/** Returns the index of the first transition of a state. */
function startOf(state: string): number {
  return states.indexOf(state) * (unasked + 1);
}

/** Encodes a transition as a number: twice the next state, plus one where a word starts. */
function toStep(step: string): number {
  return step.startsWith('+') ? startOf(step.slice(1)) * 2 + 1 : startOf(step) * 2;
}

/** Classifies the characters of a text; returns false when all were known. */
function classify(text: string): boolean {
  let classified = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (classes[code] !== unasked) continue;
    classes[code] = charClass(code);
    classified = true;
  }
  return classified;
}

const letterRanges = [
  [0x41, 0x24f],
  [0x370, 0x52f],
  [0x1e00, 0x1fff],
] as const;
const signRanges = [
  [0x20, 0xbf],
  [0xd7, 0xd7],
  [0xf7, 0xf7],
  [0x2010, 0x2027],
  [0x2030, 0x205e],
  [0x20a0, 0x20bf],
] as const;

/** Classifies a character: letters by their property, signs by asking the segmenter itself, since versions differ. */
function charClass(code: number): number {
  if (code >= 0x30 && code <= 0x39) return digit;
  if (code === 0x09 || code === 0x0a || code === 0x0d) return other;
  if (isIn(letterRanges, code) && /^\p{L}$/u.test(String.fromCharCode(code))) return letter;
  return isIn(signRanges, code) ? classOfSign(code) : unknown;
}

function isIn(ranges: readonly (readonly [number, number])[], code: number): boolean {
  return ranges.some(([from, to]) => code >= from && code <= to);
}

function classOfSign(code: number): number {
  const sign = String.fromCharCode(code);
  const isOne = (text: string) => countSegments(text, 'en') === 1;
  if (isOne(sign)) return letter;
  if (isOne(`a${sign}1`)) return isOne(`a${sign}`) && isOne(sign + sign) ? joiner : unknown;
  const letters = isOne(`a${sign}b`);
  const digits = isOne(`1${sign}2`);
  if (letters) return digits ? midBoth : midLetter;
  return digits ? midDigit : other;
}
