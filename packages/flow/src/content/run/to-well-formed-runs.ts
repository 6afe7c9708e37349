import type { Run, Runs } from '../../contract/run.js';
import { formsOf, withForms } from './form.js';
import { hasForms, normaliseRuns, textRun } from './normalise-runs.js';

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Content without lone surrogates, and how many were replaced by U+FFFD: a reader reports them as `char-replaced`. */
export function toWellFormedRuns(runs: Runs): { readonly runs: Runs; readonly replaced: number } {
  let replaced = 0;
  const mend = (run: Run): Run => {
    if (hasForms(run))
      return withForms(
        run,
        formsOf(run).map(([key, content]) => [key, content.map(mend)] as const),
      );
    if (run.kind !== 'text' || run.text.isWellFormed()) return run;
    replaced += run.text.match(loneSurrogate)?.length ?? 0;
    return textRun(run.text.toWellFormed());
  };
  const mended = normaliseRuns(normaliseRuns(runs).map(mend));
  return { runs: mended, replaced };
}
