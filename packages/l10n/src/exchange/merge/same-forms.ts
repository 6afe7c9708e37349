import type { Runs } from '@helve/flow';
import { formOf, formsOf, hasForms, withForms } from '@helve/flow/content';
import { sameRuns } from '../../format/same-runs.js';

/**
 * True for content that says what other content says: forms that only one of the two has are those for all other
 * numbers, as tools between write them.
 */
export function saysSame(one: Runs, other: Runs): boolean {
  if (sameRuns(one, other)) return true;
  return one.some(hasForms) && sameRuns(filled(one, other), filled(other, one));
}

/** Content with the forms of other content as well, and its own in their order. */
function filled(runs: Runs, model: Runs): Runs {
  return runs.map((run, at) => {
    const like = model[at];
    if (!hasForms(run)) return run;
    const keys = [run, ...(like !== undefined && hasForms(like) ? [like] : [])].flatMap((own) =>
      formsOf(own).map(([key]) => key),
    );
    const forms = [...new Set(keys)].toSorted().map((key): readonly [string, Runs] => {
      const own = formOf(run, key) ?? formOf(run, 'other') ?? [];
      const theirs = like !== undefined && hasForms(like) ? (formOf(like, key) ?? formOf(like, 'other') ?? []) : [];
      return [key, filled(own, theirs)];
    });
    return withForms(run, forms);
  });
}
