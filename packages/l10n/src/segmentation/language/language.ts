import type { SegmentRule } from '../rule.js';

/** What one language adds to the rules that all share. Abbreviations stand without their last period. */
export interface Language {
  /** Never the end of a sentence: titles, and words that always go on. */
  readonly titles: readonly string[];
  /** No end where a number follows. */
  readonly beforeNumber: readonly string[];
  /** May end a sentence; they do where a word follows that begins one. */
  readonly mayEnd: readonly string[];
  /** Small words that often begin a sentence and are otherwise written small. */
  readonly starters: readonly string[];
  /** Abbreviations of several words, as patterns: `z\. ?B\.` */
  readonly phrases?: readonly string[];
  /** Ordinal numbers are written with a period: `3. Mai`. */
  readonly ordinalPeriod?: true;
  /** Words are written without spaces, so lines are joined without one. */
  readonly unspaced?: true;
  /** Further rules, before all others. */
  readonly rules?: readonly SegmentRule[];
}

/** Splits a list of words written as one text. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
