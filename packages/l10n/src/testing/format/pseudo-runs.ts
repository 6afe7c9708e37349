import { textRun, type Run, type Runs } from '@helve/flow';
import { formsOf, hasForms, withForms } from '@helve/flow/content';

const accents: Readonly<Record<string, string>> = { a: 'á', e: 'é', o: 'ö', u: 'ü' };

/** Makes every text of some content longer and strange, form by form; codes stay. */
export function pseudoRuns(runs: Runs): Runs {
  const changed = runs.map((run): Run => {
    if (run.kind === 'text') return textRun(run.text.replaceAll(/[aeou]/gu, (char) => accents[char] ?? char));
    if (!hasForms(run)) return run;
    const forms = formsOf(run).map(([key, inner]) => [key, pseudoRuns(inner)] as const);
    return withForms(run, forms);
  });
  return changed.some(hasForms) ? changed : [textRun('@[ "'), ...changed, textRun(" it's <&>\n  ]  ")];
}
