import { unitText } from '@helve/flow';
import { CharClass, charClasses } from '../../check/char-class.js';
import { allOfSource, allOfTarget, inTarget, toDraft, type PairRule } from './qa-pair.js';

interface WordRange {
  readonly start: number;
  readonly end: number;
}

/** Creates the rule against repeated words, unless the source repeats one as well. */
export function doubledWordRule(exceptions: readonly string[]): PairRule {
  const allowed = new Set(exceptions.map((word) => word.toLowerCase()));
  return (pair, found) => {
    const { sourceText, targetText } = pair;
    const doubled = doubledWords(targetText);
    if (doubled === undefined) return;
    const inSource = doubledWords(sourceText)?.length ?? 0;
    const wrong = doubled.filter(({ start, end }) => !allowed.has(firstWord(targetText.slice(start, end))));
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

/** Finds equal words with only white space between them; returns undefined when there are none. */
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
    if (last >= 0 && at - start === lastLength && isSameWord(text, last, start, lastLength)) {
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
  // A letter may be a name: "Uzel A a uzel B".
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

function firstWord(text: string): string {
  return text.slice(0, text.search(/\s/u)).toLowerCase();
}

/** Texts that may equal their source. */
export interface SameOptions {
  readonly sameWithNumbers: boolean;
  readonly sameWithCodes: boolean;
}

const letter = /\p{L}/u;
const letterOrDigit = /[\p{L}\p{Nd}]/u;

/** Creates the rule that text with a letter or digit differs from its source. */
export function sameAsSourceRule({ sameWithNumbers, sameWithCodes }: SameOptions): PairRule {
  return (pair, found) => {
    const { sourceText, targetText, target } = pair;
    if (targetText !== sourceText) return;
    const text = unitText(target);
    if (!(sameWithNumbers ? letterOrDigit : letter).test(text)) return;
    if (!sameWithCodes && target.some(({ kind }) => kind !== 'text')) return;
    found.push(
      toDraft(pair, 'qa.same-as-source', 'The target equals the source', {
        range: allOfTarget(pair),
        source: allOfSource(pair),
        subject: text,
      }),
    );
  };
}
