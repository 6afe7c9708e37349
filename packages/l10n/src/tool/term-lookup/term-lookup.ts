import { OverlayType, PortSource } from '@helve/flow';
import { variantLocale } from '@helve/flow/content';
import type { TermEntry } from '../../term/contract.js';
import { atLeast, type TermMatcher } from '../../term/match/term-matcher.js';
import { queryProperties, toQuery } from '../../term/query-property.js';
import { cachedFinder } from '../../term/cached-finder.js';
import { createTermsReader } from '../../term/run-terms.js';
import { putTermSpans, termSpansIn } from '../../term/term-span.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { targetLocaleProperty, targetLocale } from '../../tool-kit/target-locale.js';

/** Marks the terms of a source, with their target terms. */
export const termLookup = flowToolEntry({
  meta: {
    id: 'term-lookup',
    version: '1.0.0',
    category: 'enrich',
    displayName: 'Term lookup',
    description: 'Marks the terms of the termbase in each source, with their target terms.',
    cardinality: 'bilingual',
    requires: ['termbase', 'target-language'],
    sideEffects: ['termbase-read'],
    consumes: [],
    produces: [{ type: OverlayType.OverlayTerm, side: PortSource }],
  },
  groups: [
    { id: 'terms', title: 'Terms', properties: ['domains', 'statuses', 'tags', 'asOf'] },
    { id: 'matching', title: 'Matching', properties: ['inflection', 'minScore'] },
    { id: 'target', title: 'Target', properties: ['targetLocale'] },
  ],
  properties: { ...queryProperties, targetLocale: targetLocaleProperty },
  create: (config) => {
    const readTerms = createTermsReader();
    const matchers = new Map<string, TermMatcher<TermEntry>>();
    return {
      annotate(view, ctx) {
        const terms = view.translatable ? readTerms(ctx) : undefined;
        if (terms === undefined) return;
        const { sourceLocale } = view;
        let find = matchers.get(sourceLocale);
        if (find === undefined) {
          const all = cachedFinder(terms.matcher(toQuery(config, ctx, sourceLocale, config.statuses)));
          matchers.set(sourceLocale, (find = (text) => atLeast(all(text), config.minScore)));
        }
        const marker = { prefix: 'terms', locale: variantLocale(targetLocale(ctx)) };
        putTermSpans(view, termSpansIn(view.source, find, terms, marker), marker);
      },
    };
  },
});
