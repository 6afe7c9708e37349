import { Automaton } from './automaton.js';
import { charTableFor, type CharTable } from './char-table.js';
import { inflectsEvery } from './inflect.js';
import { Lexicon } from './lexicon.js';
import { PairFilter, type WordPair } from './pair-filter.js';
import { TokenList, tokenize } from './tokens.js';
import { hashWord, Vocabulary } from './vocabulary.js';
import { byPosition, withoutOverlaps } from './without-overlaps.js';

/** Kind of match: as written, in another case, or in another form. */
export type MatchType = 'exact' | 'case' | 'inflected';

/** Score of each kind of match. */
const scores: { readonly [type in MatchType]: number } = Object.freeze({ exact: 1, case: 0.95, inflected: 0.9 });

/** A match of a term, in UTF-16 indexes. */
export interface TermMatch<Term> {
  readonly term: Term;
  readonly start: number;
  readonly end: number;
  readonly score: number;
  readonly matchType: MatchType;
}

/** Finds terms in a text, in reading order. */
export type TermMatcher<Term> = (text: string) => readonly TermMatch<Term>[];

/** A term to find, with forms that no rule covers. */
export interface WantedTerm<Term> {
  readonly term: Term;
  readonly text: string;
  readonly forms?: readonly string[] | undefined;
}

export interface MatcherOptions {
  /** The language of the terms and of the texts. */
  readonly locale: string;
  readonly caseSensitive?: boolean | undefined;
  readonly inflection?: 'none' | 'light' | undefined;
  /** True to return all matches, also those inside others. */
  readonly overlaps?: boolean | undefined;
}

interface PatternWord {
  readonly word: number;
  readonly spaced: boolean;
}

/** One sequence of words that represents a term. */
interface Pattern<Term> {
  readonly term: Term;
  readonly words: readonly PatternWord[];
  /** The term as written; undefined for a given form. */
  readonly written: string | undefined;
}

const none: readonly never[] = Object.freeze([]);

/** Compiles any number of terms to one automaton; a text is then read once, whatever their number. */
export function createTermMatcher<Term>(
  terms: Iterable<WantedTerm<Term>>,
  { locale, caseSensitive = false, inflection = 'light', overlaps = false }: MatcherOptions,
): TermMatcher<Term> {
  const chars = charTableFor(locale, caseSensitive);
  const lexicon = new Lexicon(locale);
  const patterns = [...terms].flatMap((term) => toPatterns(term, { chars, lexicon, inflection, locale }));
  const automaton = new Automaton(
    patterns.map(({ words }) =>
      words.map(({ word, spaced }, index) => toSymbol(lexicon.classOf(word), index > 0 && spaced)),
    ),
    withoutSpace,
  );
  const entries = lexicon
    .forms()
    .map(({ form, wordClass }) => ({ form, wordClass, started: automaton.start(toSymbol(wordClass, false)) }));
  const vocabulary = new Vocabulary(entries);
  const filter = new PairFilter(listPairs(patterns, lexicon, vocabulary.seed));
  const tokens = new TokenList();
  const { lastEnd } = automaton;

  const matchesAt = (text: string, last: number, state: number, found: TermMatch<Term>[]): void => {
    const end = automaton.foundFrom(state + 1);
    for (let index = automaton.foundFrom(state); index < end; index += 1) {
      const pattern = patterns[automaton.foundAt(index)];
      const match = pattern && toMatch(text, last, pattern, { tokens, vocabulary, lexicon, chars });
      if (match !== undefined && isNews(match, found)) found.push(match);
    }
  };

  return (text) => {
    tokens.read(text, chars, vocabulary.seed);
    const { firsts, seconds, spaced, count } = tokens;
    let matches: TermMatch<Term>[] | undefined;
    let state = 0;
    for (let at = 0; at < count; at += 1) {
      const first = firsts[at] ?? 0;
      const mayGoOn = filter.mayHavePair(first, firsts[at + 1] ?? 0, spaced[at + 1] ?? 0);
      // The common case: the word belongs to no term.
      if (state === 0 && !mayGoOn && !filter.mayBeTerm(first)) continue;
      const entry = vocabulary.find(first, seconds[at] ?? 0);
      if (entry === 0) {
        state = 0;
        continue;
      }
      const started = vocabulary.startedBy(entry);
      const symbol = toSymbol(vocabulary.classOf(entry), spaced[at] === 1);
      state = state === 0 ? started : automaton.next(state, symbol, started);
      if (state !== 0 && state <= lastEnd) matchesAt(text, at, state, (matches ??= []));
      if (!mayGoOn) state = 0;
    }
    if (matches === undefined) return none;
    return overlaps ? matches.sort(byPosition) : withoutOverlaps(matches, text.length);
  };
}

/** Lists the words of patterns, each with the next one. */
function listPairs<Term>(patterns: readonly Pattern<Term>[], lexicon: Lexicon, seed: number): readonly WordPair[] {
  const hashes = lexicon.forms().map(({ form }) => hashWord(form, seed)[0]);
  const formsOf = ({ word }: PatternWord) => lexicon.formsOf(word).map((form) => hashes[form - 1] ?? 0);
  return patterns.flatMap(({ words }) => {
    const [only] = words;
    if (words.length === 1 && only !== undefined) return [{ forms: formsOf(only) }];
    return words.slice(1).map((next, index) => {
      const before = words[index] ?? next;
      return { forms: formsOf(before), next: { forms: formsOf(next), spaced: next.spaced } };
    });
  });
}

/** Selects the matches with at least a score, which is mostly all. */
export function atLeast<Term>(found: readonly TermMatch<Term>[], score: number): readonly TermMatch<Term>[] {
  return found.every((match) => match.score >= score) ? found : found.filter((match) => match.score >= score);
}

/** Encodes a symbol of the automaton: a class of words, and whether white space precedes it. */
function toSymbol(wordClass: number, spaced: boolean): number {
  return wordClass * 2 + (spaced ? 1 : 0);
}

/** Drops the white space before a term, which does not matter. */
function withoutSpace(symbol: number): number {
  return symbol - (symbol % 2);
}

interface Build {
  readonly chars: CharTable;
  readonly lexicon: Lexicon;
  readonly inflection: 'none' | 'light';
  readonly locale: string;
}

function toPatterns<Term>({ term, text, forms = [] }: WantedTerm<Term>, build: Build): readonly Pattern<Term>[] {
  const written = plainText(text);
  const patterns = forms.map((form) => ({
    term,
    words: toPatternWords(plainText(form), false, build),
    written: undefined,
  }));
  return [{ term, words: toPatternWords(written, build.inflection === 'light', build), written }, ...patterns].filter(
    ({ words }) => words.length > 0,
  );
}

function toPatternWords(text: string, inflects: boolean, { chars, lexicon, locale }: Build): readonly PatternWord[] {
  const tokens = tokenize(text, chars);
  const every = inflectsEvery(locale);
  return tokens.map(({ word, spaced }, index) => ({
    word: lexicon.add(word, inflects && (every || index === tokens.length - 1)),
    spaced,
  }));
}

/** Drops the characters that are never part of a term's spelling. */
function plainText(text: string): string {
  return text
    .normalize('NFC')
    .trim()
    .replaceAll(/\p{White_Space}+/gu, ' ');
}

interface Reading {
  readonly tokens: TokenList;
  readonly vocabulary: Vocabulary;
  readonly lexicon: Lexicon;
  readonly chars: CharTable;
}

/** Verifies a candidate found by hashes and classes against its words. */
function toMatch<Term>(
  text: string,
  last: number,
  pattern: Pattern<Term>,
  reading: Reading,
): TermMatch<Term> | undefined {
  const { term, words, written } = pattern;
  const { starts, ends } = reading.tokens;
  const start = starts[last - words.length + 1] ?? 0;
  const end = ends[last] ?? text.length;
  const matched = text.slice(start, end);
  // The common case needs no further proof.
  const matchType = matched === written ? 'exact' : toMatchType(text, matched, last, pattern, reading);
  return matchType && { term, start, end, score: scores[matchType], matchType };
}

function toMatchType<Term>(
  text: string,
  matched: string,
  last: number,
  { words, written }: Pattern<Term>,
  { tokens, vocabulary, lexicon, chars }: Reading,
): MatchType | undefined {
  const first = last - words.length + 1;
  let asWritten = written !== undefined;
  for (const [index, { word }] of words.entries()) {
    const at = first + index;
    const form = vocabulary.formOf(vocabulary.find(tokens.firsts[at] ?? 0, tokens.seconds[at] ?? 0));
    const token = chars.fold(text.slice(tokens.starts[at], tokens.ends[at]));
    if (!lexicon.isForm(form, word) || lexicon.textOf(form) !== token) return undefined;
    if (!lexicon.isWord(form, word)) asWritten = false;
  }
  if (!asWritten) return 'inflected';
  return plainText(matched) === written ? 'exact' : 'case';
}

/** True when the match is new; a term found twice at a position, by a rule and by a given form, counts once. */
function isNews<Term>({ term, start, end }: TermMatch<Term>, found: readonly TermMatch<Term>[]): boolean {
  for (let at = found.length - 1; at >= 0 && found[at]?.end === end; at -= 1) {
    if (found[at]?.term === term && found[at]?.start === start) return false;
  }
  return true;
}
