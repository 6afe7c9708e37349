import type { Run, Runs } from '@helve/flow';
import { formsOf, hasForms, withForms } from '@helve/flow/content';

/**
 * Shows the codes of a returned unit as those of its source file: an exchange format has markup of its own around them,
 * and remembers what is inside.
 */
export function bareRuns(runs: Runs): Runs {
  return runs.map((run): Run => {
    if (hasForms(run))
      return withForms(
        run,
        formsOf(run).map(([key, form]) => [key, bareRuns(form)] as const),
      );
    if ((run.kind !== 'ph' && run.kind !== 'pc-open') || run.disp === undefined) return run;
    return { ...run, data: run.disp };
  });
}
