import { textRun, type PluralRun, type ReadContext, type Runs } from '@helve/flow';
import type { CodeFinder } from '../code/create-code-finder.js';
import { formMap } from './form-map.js';
import { effectiveRule, headerFacts, isSameLanguage, type HeaderFacts } from './header.js';

const unknownLocale = 'und';

/** What `msgstr` is written in: said by the header, else by the run. */
export class CatalogLanguage {
  facts: HeaderFacts = { language: '', plural: '' };
  locale: string;
  readonly #ctx: ReadContext;
  readonly #bilingual: boolean;

  constructor(bilingual: boolean, ctx: ReadContext) {
    this.#bilingual = bilingual;
    this.#ctx = ctx;
    this.locale = bilingual ? (ctx.targetLocale ?? unknownLocale) : ctx.sourceLocale;
  }

  /** A file in the language of the run is read under the name that the run has for it. */
  learn(header: string): void {
    this.facts = headerFacts(header);
    const { language } = this.facts;
    const { sourceLocale, targetLocale } = this.#ctx;
    if (!this.#bilingual || language === '') return;
    const isWanted =
      targetLocale !== undefined && (language === sourceLocale || isSameLanguage(language, targetLocale));
    this.locale = isWanted ? targetLocale : language;
  }

  /** The numbered forms of a message as the forms that the language names. */
  forms(strings: readonly string[], find: CodeFinder): Runs {
    const locale = this.locale === unknownLocale ? undefined : this.locale;
    const rule = effectiveRule(this.facts, this.#ctx.sourceLocale, locale);
    const { keys } = formMap(rule, this.locale, strings.length);
    const forms = new Map<string, Runs>();
    let last: Runs = Object.freeze([textRun('')]);
    for (const [index, text] of strings.entries()) {
      last = find(text).runs;
      const key = keys[index];
      if (key !== undefined) forms.set(key, last);
    }
    if (!forms.has('other')) forms.set('other', last);
    return pluralOf(Object.fromEntries(forms));
  }
}

/** Content of nothing but a plural; the forms are frozen as a finder gives them. */
export function pluralOf(forms: PluralRun['forms']): Runs {
  return Object.freeze([Object.freeze({ kind: 'plural', pivot: 'n', forms: Object.freeze(forms) })]);
}
