import type { BlockView, PluralRun } from '@helve/flow';
import { variantLocale } from '@helve/flow/content';
import type { FindingDraft } from '../../check/finding-draft.js';
import { runRangeIn } from '../../check/unit-range.js';
import { formMap, type FormMap } from '../../format/po/form-map.js';
import { effectiveRule, headerFacts, type HeaderFacts } from '../../format/po/header.js';
import { toDraft } from './qa-pair.js';

/** Number of forms of the messages of one catalog, from `nplurals` in its header. */
export class CatalogForms {
  #facts: HeaderFacts | undefined;
  #known: { readonly variant: string; readonly keys: FormMap['keys'] } | undefined;

  /** True when the document has the header of a catalog. */
  isCatalog = false;

  /** Reads the header, which is the first block of a catalog; other files have none. */
  learn(view: BlockView): void {
    const [run] = view.source;
    if (view.type !== 'header' || run?.kind !== 'text') return;
    this.isCatalog = true;
    const facts = headerFacts(run.text);
    this.#facts = facts.plural === '' ? undefined : facts;
    this.#known = undefined;
  }

  /** True when the header says which forms a message has. */
  get isKnown(): boolean {
    return this.#facts !== undefined;
  }

  /** Adds findings about a message with fewer forms; returns true if there are any. */
  check(view: BlockView, variant: string, found: FindingDraft[]): boolean {
    if (this.#facts === undefined) return false;
    const runs = view.target(variant)?.runs ?? [];
    const [run] = runs;
    if (runs.length !== 1 || run?.kind !== 'plural') return false;
    const keys = this.#keys(this.#facts, variant, view.sourceLocale);
    const missing = missingIn(run, keys);
    if (missing.length === 0) return false;
    const present = keys.length - missing.length;
    const message = `The message has ${present} of the ${keys.length} forms that "nplurals" in the header of its catalog requires`;
    found.push(
      toDraft({ variant }, 'qa.nplurals', message, {
        range: runRangeIn({ runs, path: [] }, 0),
        subject: `${present}/${keys.length}`,
        suggestion: `Add ${missing.map((index) => `msgstr[${index}]`).join(', ')}`,
      }),
    );
    return true;
  }

  /** Returns the category of each numbered form; undefined if the selection of forms is unknown. */
  #keys(facts: HeaderFacts, variant: string, sourceLocale: string): FormMap['keys'] {
    if (this.#known?.variant !== variant) {
      const locale = variantLocale(variant);
      const rule = effectiveRule(facts, sourceLocale, locale);
      this.#known = { variant, keys: rule === undefined ? [] : formMap(rule, locale, rule.count).keys };
    }
    return this.#known.keys;
  }
}

/** Lists the numbers of missing forms. A catalog that lacks the last ones is read with the one before as `other`. */
function missingIn({ forms }: PluralRun, keys: readonly (string | undefined)[]): readonly number[] {
  const formsByKey: { readonly [key: string]: unknown } = forms;
  const isThere = (key: string) =>
    formsByKey[key] !== undefined &&
    (key !== 'other' ||
      !keys.some((each) => each !== undefined && each !== 'other' && formsByKey[each] === forms.other));
  return keys.flatMap((key, index) => (key === undefined || isThere(key) ? [] : [index]));
}
