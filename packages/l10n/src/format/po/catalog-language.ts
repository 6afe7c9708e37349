import { isSameLanguage, textRun, type PluralRun, type ReadContext, type Runs } from '@helve/flow';
import { formMap, type FormMap } from './form-map.js';
import { effectiveRule, headerFacts, UNKNOWN_LOCALE, type HeaderFacts } from './header.js';

const emptyText: Runs = Object.freeze([textRun('')]);

/** What `msgstr` is written in: said by the header, else by the run. */
export class CatalogLanguage {
  facts: HeaderFacts = { language: '', plural: '' };
  locale: string;
  readonly #ctx: ReadContext;
  readonly #bilingual: boolean;
  #known: { readonly count: number; readonly keys: FormMap['keys'] } | undefined;

  constructor(bilingual: boolean, ctx: ReadContext) {
    this.#bilingual = bilingual;
    this.#ctx = ctx;
    this.locale = bilingual ? (ctx.targetLocale ?? UNKNOWN_LOCALE) : ctx.sourceLocale;
  }

  /** A file in the language of the run is read under the name that the run has for it. */
  learn(header: string): void {
    this.#known = undefined;
    this.facts = headerFacts(header);
    const { language } = this.facts;
    const { sourceLocale, targetLocale } = this.#ctx;
    if (!this.#bilingual || language === '') return;
    const isWanted =
      targetLocale !== undefined && (language === sourceLocale || isSameLanguage(language, targetLocale));
    this.locale = isWanted ? targetLocale : language;
  }

  /** The numbered forms of a message as the forms that the language names. */
  forms(strings: readonly string[], contentOf: (text: string) => Runs): Runs {
    const keys = this.#keys(strings.length);
    const forms: Record<string, Runs> = {};
    let last: Runs = emptyText;
    for (let index = 0; index < strings.length; index += 1) {
      last = contentOf(strings[index] ?? '');
      const key = keys[index];
      if (key !== undefined) forms[key] = last;
    }
    forms['other'] ??= last;
    this.#tellBeyond(strings.length - keys.length);
    return pluralOf(forms);
  }

  /** Forms that no number of the header's rule asks for: they stay in the file, and no tool sees them. */
  #tellBeyond(count: number): void {
    if (count > 0) this.#ctx.lose({ kind: 'form-lost', detail: { reason: 'beyond-nplurals', count } });
  }

  /** The categories of so many forms; the next message nearly always has as many. */
  #keys(count: number): FormMap['keys'] {
    if (this.#known?.count === count) return this.#known.keys;
    const locale = this.locale === UNKNOWN_LOCALE ? undefined : this.locale;
    const rule = effectiveRule(this.facts, this.#ctx.sourceLocale, locale);
    this.#known = { count, keys: formMap(rule, this.locale, count).keys };
    return this.#known.keys;
  }
}

/** Content of nothing but a plural; the forms are frozen as a finder gives them. */
export function pluralOf(forms: PluralRun['forms']): Runs {
  return Object.freeze([Object.freeze({ kind: 'plural', pivot: 'n', forms: Object.freeze(forms) })]);
}
