import type { SegmentRule } from '../rule.js';

/** Data that one language adds to the shared rules. Abbreviations come without their last period. */
export interface Language {
  /** Never the end of a sentence: titles, and words that always continue. */
  readonly titles: readonly string[];
  /** Not the end of a sentence before a number. */
  readonly beforeNumber: readonly string[];
  /** May end a sentence, and do so before a word that starts one. */
  readonly mayEnd: readonly string[];
  /** Function words that often start a sentence and are otherwise lower-case. */
  readonly starters: readonly string[];
  /** Abbreviations of several words, as patterns: `z\. ?B\.` */
  readonly phrases?: readonly string[];
  /** True when ordinal numbers are written with a period: `3. Mai`. */
  readonly ordinalPeriod?: true;
  /** True when words are written without spaces, so that lines are joined without one. */
  readonly unspaced?: true;
  /** Further rules, tried before all others. */
  readonly rules?: readonly SegmentRule[];
}

/** Splits a list of words written as one text. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
