import { unitText } from '@helve/flow';
import { functionWords, isRelated } from '../../text/function-words.js';
import { languageOf } from './language-rules.js';
import { plainWords, type PlainWord } from './plain-words.js';
import { allOfSource, allOfTarget, toDraft, type PairRule, type QaPair } from './qa-pair.js';

/** Texts that count as untranslated if they equal their source. */
export interface SameOptions {
  readonly sameWithNames: boolean;
  readonly sameWithNumbers: boolean;
  readonly sameWithCodes: boolean;
}

const letter = /\p{L}/u;
const digit = /\p{Nd}/u;

/** Creates the rule that a text is not left as its source. */
export function sameAsSourceRule(options: SameOptions): PairRule {
  return (pair, found) => {
    const { sourceText, targetText, target } = pair;
    if (targetText !== sourceText) return;
    const text = unitText(target);
    if (!options.sameWithCodes && target.some(({ kind }) => kind !== 'text')) return;
    if (!isUntranslated(pair, text, options)) return;
    found.push(
      toDraft(pair, 'qa.same-as-source', 'The target equals the source', {
        range: allOfTarget(pair),
        source: allOfSource(pair),
        subject: text,
      }),
    );
  };
}

/** True when an equal text should have been translated: by default, one with words of the source language. */
function isUntranslated(pair: QaPair, text: string, { sameWithNames, sameWithNumbers }: SameOptions): boolean {
  if (!letter.test(text)) return sameWithNumbers && digit.test(text);
  if (sameWithNames) return true;
  const [from, to] = [languageOf(pair.sourceLocale), languageOf(pair.variant)];
  // A line about the usage of a command has few words to translate.
  if (from === to || /\[-|\[<|\[[A-Z]+\]|; do /.test(text)) return false;
  const words = plainWords(text);
  const [frequent, own] = [functionWords(from), functionWords(to)];
  const telling = words.filter(
    ({ word }) => word.length > 1 && frequent?.has(word) === true && own?.has(word) !== true,
  );
  if (words.length >= 3 && telling.length > 0) return true;
  if (!isRelated(from, to) && isPhrase(text, words)) return true;
  return words.length >= 4 && !isRelated(from, to) && words.filter(({ word }) => word.length > 3).length >= 4;
}

/** Phrases of English that many languages use as they are. */
const loans = new Set([
  'open source',
  'ad hoc',
  'know how',
  'pull request',
  'merge request',
  'dark mode',
  'work in progress',
]);

/**
 * True for two or more words of ordinary vocabulary: all but the first begin with a small letter, and a name would not.
 * Where a sign or a word of a code is among them, there have to be more words.
 */
function isPhrase(text: string, words: readonly PlainWord[]): boolean {
  const [first, ...rest] = words;
  if (first === undefined || rest.length === 0 || loans.has(words.map(({ word }) => word).join(' '))) return false;
  if (/[^\p{L}\p{M}\s'’.,;:!?…]/u.test(text)) return false;
  if (text.split(/\s+/u).length > words.length || !/^\p{Lu}/u.test(text.slice(first.start))) return false;
  return rest.every(({ start, word }) => /\p{Ll}/u.test(text.charAt(start)) && word.length > 1);
}
