import { isSameLanguage, textRun, type PluralRun, type Runs } from '@helve/flow';
import type { ReadContext } from '@helve/flow/content';
import { formMap, type FormMap } from './form-map.js';
import { effectiveRule, headerFacts, UNKNOWN_LOCALE, type HeaderFacts } from './header.js';
import { languageWithFile } from './language-with-file.js';

const emptyText: Runs = Object.freeze([textRun('')]);

/** The language of `msgstr`: from the header, else from the name of the file, else from the run. */
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
    this.learn('');
  }

  /** Reads the header; a file in the language of the run is read under the run's name for it. */
  learn(header: string): void {
    this.#known = undefined;
    const { document, sourceLocale, targetLocale } = this.#ctx;
    const facts = headerFacts(header);
    const language = languageWithFile(facts.language, document);
    this.facts = { ...facts, language };
    if (!this.#bilingual || language === '') return;
    const isWanted =
      targetLocale !== undefined && (language === sourceLocale || isSameLanguage(language, targetLocale));
    this.locale = isWanted ? targetLocale : language;
  }

  /** Converts the numbered forms of a message to the categories of the language. */
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
    this.#reportBeyond(strings.length - keys.length);
    return toPlural(forms);
  }

  /** Reports forms beyond the header's rule: they stay in the file, and no tool sees them. */
  #reportBeyond(count: number): void {
    if (count > 0) this.#ctx.lose({ kind: 'form-lost', detail: { reason: 'beyond-nplurals', count } });
  }

  /** Returns the categories of a number of forms, cached, since the next message nearly always has as many. */
  #keys(count: number): FormMap['keys'] {
    if (this.#known?.count === count) return this.#known.keys;
    const locale = this.locale === UNKNOWN_LOCALE ? undefined : this.locale;
    const rule = effectiveRule(this.facts, this.#ctx.sourceLocale, locale);
    this.#known = { count, keys: formMap(rule, this.locale, count).keys };
    return this.#known.keys;
  }
}

/** Creates content of a single plural; the forms come frozen from the finder. */
export function toPlural(forms: PluralRun['forms']): Runs {
  return Object.freeze([Object.freeze({ kind: 'plural', pivot: 'n', forms: Object.freeze(forms) })]);
}
