import type { PluralRun, Runs, SelectRun } from '@helve/flow';
import { formOf, hasForms, normaliseRuns } from '@helve/flow/content';

/** Returns one reading of content: the chosen form of every plural and select in it, or `other` where it lacks that. */
export function readingOf(runs: Runs, choose: (run: PluralRun | SelectRun) => string): Runs {
  return normaliseRuns(
    runs.flatMap((run) => {
      if (!hasForms(run)) return [run];
      return readingOf(formOf(run, choose(run)) ?? formOf(run, 'other') ?? [], choose);
    }),
  );
}

/** Returns content with one case in the place of every select, or `other` where it lacks that. */
export function withCase(runs: Runs, name: string): Runs {
  return runs.flatMap((run) => {
    if (run.kind !== 'select') return [run];
    return withCase(formOf(run, name) ?? formOf(run, 'other') ?? [], name);
  });
}
