import type { Termbase } from '../../term/contract.js';
import { fitsLocale } from '../../term/fits-locale.js';
import { createTermMatcher, type TermMatcher } from '../../term/match/term-matcher.js';

/** Status of a word in a brand's vocabulary. */
export type BrandStatus = 'preferred' | 'forbidden' | 'competitor';

/** A word in a brand's vocabulary. A preferred one with `use` is outdated. */
export interface BrandWord {
  readonly term: string;
  readonly status: BrandStatus;
  readonly use?: string;
  /** Default: any. */
  readonly locale?: string;
}

/** Finds the words of a brand, by locale. */
export interface BrandVocabulary {
  matcher(locale: string): TermMatcher<BrandWord>;
}

export function createVocabulary(words: readonly BrandWord[]): BrandVocabulary {
  const matchers = new Map<string, TermMatcher<BrandWord>>();
  return {
    matcher(locale) {
      let matcher = matchers.get(locale);
      if (matcher === undefined) {
        const own = words.filter((word) => word.locale === undefined || fitsLocale(word.locale, locale));
        matcher = createTermMatcher(
          own.map((word) => ({ term: word, text: word.term })),
          { locale },
        );
        matchers.set(locale, matcher);
      }
      return matcher;
    },
  };
}

/** Converts the terms of a termbase: competitors, forbidden and deprecated ones, and the spelling of preferred ones. */
export function wordsOfTerms(terms: Termbase | undefined): readonly BrandWord[] {
  return (terms?.concepts ?? []).flatMap((concept) =>
    concept.terms.flatMap((term): BrandWord[] => {
      const word = { term: term.text, locale: term.locale };
      const use = terms?.replacement({ concept, term }, term.locale)?.term.text;
      const instead = use === undefined ? {} : { use };
      if (term.competitor === true) return [{ ...word, ...instead, status: 'competitor' }];
      if (term.status === 'forbidden') return [{ ...word, ...instead, status: 'forbidden' }];
      if (term.status === 'deprecated') return use === undefined ? [] : [{ ...word, use, status: 'preferred' }];
      return term.status === 'preferred' ? [{ ...word, status: 'preferred' }] : [];
    }),
  );
}
