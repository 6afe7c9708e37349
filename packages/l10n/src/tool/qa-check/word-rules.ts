import { CharClass, charClasses } from '../../check/char-class.js';
import { languageOf } from './language-rules.js';
import { inTarget, toDraft, type PairRule } from './qa-pair.js';

interface WordRange {
  readonly start: number;
  readonly end: number;
}

/** Languages that repeat words to say more of them, or again and again, or that agree by equal syllables. */
const repeating =
  /^(?:vi|id|ms|jv|su|tl|fil|tr|az|kk|ky|uz|hi|bn|mr|pa|gu|as|or|ne|si|ur|sd|ta|te|kn|ml|th|lo|km|my|zh|ja|ko|sw|mi|haw|eu|hy|ka|nso|st|tn|xh|zu|lg|rw)\b/;

/** Words that may follow themselves in a correct sentence. */
const usual: Readonly<Record<string, readonly string[]>> = {
  de: ['die', 'der', 'das', 'den', 'dem', 'sie', 'werden'],
  nl: ['dat', 'die', 'er', 'het'],
  fr: ['nous', 'vous'],
  da: ['at', 'der', 'det', 'som'],
  nb: ['at', 'det', 'som'],
  sv: ['att', 'det', 'som', 'var'],
  en: ['that', 'had'],
  es: ['se'],
  gl: ['se'],
  pt: ['se'],
  oc: ['se'],
  it: ['si'],
  sq: ['të'],
  hu: ['az', 'ez'],
};

/** Creates the rule against repeated words, unless the source repeats one as well. */
export function doubledWordRule(exceptions: readonly string[]): PairRule {
  const allowed = new Set(exceptions.map((word) => word.toLowerCase()));
  return (pair, found) => {
    const { sourceText, targetText, variant } = pair;
    if (repeating.test(variant)) return;
    const doubled = doubledWords(targetText);
    if (doubled === undefined) return;
    const inSource = doubledWords(sourceText)?.length ?? 0;
    const own = usual[languageOf(variant)];
    const wrong = doubled.filter(({ start, end }) => {
      const words = targetText.slice(start, end);
      const isUsual = own?.includes(firstWord(words)) === true && !/\p{Lu}/u.test(words);
      return !allowed.has(firstWord(words)) && !isUsual && isSentence(sourceText, targetText, start, end);
    });
    for (const { start, end } of wrong.slice(inSource)) {
      const word = firstWord(targetText.slice(start, end));
      found.push(
        toDraft(pair, 'qa.doubled-word', `The word "${word}" is repeated`, {
          range: inTarget(pair, start, end),
          subject: word,
          suggestion: `Remove one "${word}"`,
        }),
      );
    }
  };
}

/** Finds equal words with only one space between them, since columns of a table are no sentence; returns undefined when there are none. */
function doubledWords(text: string): WordRange[] | undefined {
  const classes = charClasses();
  const { length } = text;
  let found: WordRange[] | undefined;
  let last = -1;
  let lastLength = 0;
  // No read beyond the end, which would cost more than the whole text.
  for (let at = 0; at < length;) {
    const kind = classes[text.charCodeAt(at)];
    if (!isInWord(kind)) {
      if (kind !== CharClass.space) last = -1;
      at += 1;
      continue;
    }
    const start = at;
    do at += 1;
    while (at < length && isInWord(classes[text.charCodeAt(at)]));
    if (
      last >= 0 &&
      start - last === lastLength + 1 &&
      at - start === lastLength &&
      isSameWord(text, last, start, lastLength)
    ) {
      (found ??= []).push({ start: last, end: at });
    }
    last = start;
    lastLength = at - start;
  }
  return found;
}

function isInWord(kind: number | undefined): boolean {
  return kind === CharClass.word || kind === CharClass.digit;
}

function isSameWord(text: string, one: number, other: number, length: number): boolean {
  const first = text.charCodeAt(one);
  const second = text.charCodeAt(other);
  // Digits and apostrophes are no word, and a letter may be a name: "Uzel A a uzel B".
  if (!isLetter(text.charAt(one))) return false;
  if (length === 1) return first === second;
  if (first !== second && toLower(first) !== toLower(second)) return false;
  return text.slice(one, one + length).toLowerCase() === text.slice(other, other + length).toLowerCase();
}

/** Cached lower case of UTF-16 units; 0 if not computed yet. */
const lowers = new Uint16Array(0x1_00_00);

/** Returns the first unit of the lower case of a letter: words with other first letters need no comparison. */
function toLower(code: number): number {
  const known = lowers[code] ?? 0;
  return known === 0 ? (lowers[code] = String.fromCharCode(code).toLowerCase().charCodeAt(0)) : known;
}

/** True when two words are no parts of compounds, no CAPITALS that stand for a value, and not in the source as well. */
function isSentence(source: string, target: string, start: number, end: number): boolean {
  const words = target.slice(start, end);
  if (/[-‐‑]/.test(target.charAt(start - 1) + target.charAt(end)) || source.includes(words)) return false;
  return !/(?:^|\s)\p{Lu}{2}/u.test(words);
}

function isLetter(char: string): boolean {
  return /\p{L}/u.test(char);
}

function firstWord(text: string): string {
  return text.slice(0, text.search(/\s/u)).toLowerCase();
}
