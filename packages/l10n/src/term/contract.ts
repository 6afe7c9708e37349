import type { LocaleId } from '@helve/flow';
import type { Concept, Term, TermStatus } from './concept.js';
import type { MatchType, TermMatch, TermMatcher } from './match/term-matcher.js';

/** A term of a termbase, with its concept. */
export interface TermEntry {
  readonly concept: Concept;
  readonly term: Term;
}

/** Query of a termbase. */
export interface TermQuery {
  readonly locale: LocaleId;
  /** Empty means all, as for `statuses` and `tags`. */
  readonly domains?: readonly string[] | undefined;
  readonly statuses?: readonly TermStatus[] | undefined;
  /** The day on which the terms must be valid. */
  readonly asOf?: string | undefined;
  /** A term that is only for some tags must be for one of these. */
  readonly tags?: readonly string[] | undefined;
  readonly caseSensitive?: boolean | undefined;
  readonly inflection?: 'none' | 'light' | undefined;
  /** True to return all matches, also those inside others. */
  readonly overlaps?: boolean | undefined;
}

/** A term found for a text: in it, or similar to all of it. */
export type FoundTerm = Omit<TermMatch<TermEntry>, 'matchType'> & { readonly matchType: MatchType | 'fuzzy' };

/** A termbase. It is immutable. */
export interface Termbase {
  /** Equal for equal content in any order. */
  readonly version: string;
  /** In the order of ids. */
  readonly concepts: readonly Concept[];
  concept(id: string): Concept | undefined;
  /** Returns the matcher for a query; each is created once. */
  matcher(query: TermQuery): TermMatcher<TermEntry>;
  /** Finds every term in a text, also inside others, and those that the whole text is similar to; best first. */
  lookup(text: string, query: TermQuery & { readonly minScore?: number }): readonly FoundTerm[];
  /** Returns the term of a locale to use instead of an unwanted one. */
  replacement(entry: TermEntry, locale: LocaleId): TermEntry | undefined;
}
