import type { Run, Runs } from '@helve/flow';
import { formsText, hasForms } from '@helve/flow/content';

/** Aspects of a content that count when two versions are compared. */
export interface ContentAspects {
  readonly locale: string;
  readonly caseSensitive: boolean;
  /** True when the data of inline codes counts: `%s` and `%d` differ. */
  readonly codes: boolean;
}

/** Creates a function that turns content into a key: equal content has equal keys. The case of codes always counts. */
export function createContentKey({ locale, caseSensitive, codes }: ContentAspects): (runs: Runs) => string {
  const fold = (text: string): string => (caseSensitive ? text : text.toLocaleLowerCase(locale));
  const keyOf = (run: Run): string => {
    if (run.kind === 'text') return fold(run.text);
    if (hasForms(run)) return formsText(run, toKey);
    if (!codes) return run.kind === 'pc-close' || run.kind === 'pc-open' ? '' : '\u0001';
    return `\u0001${run.kind} ${run.kind === 'sub' ? run.ref : run.data}\u0001`;
  };
  const toKey = (runs: Runs): string => runs.map(keyOf).join('');
  return toKey;
}
