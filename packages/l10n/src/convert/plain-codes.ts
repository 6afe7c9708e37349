import type { Run, Runs } from '@helve/flow';
import { spanContent } from '../dialect/protected-span.js';
import { mapRuns } from './map-runs.js';

/** Writes spans that Android leaves to nobody's translation as the codes that they hold, for formats without such spans. */
export function withoutSpans(runs: Runs): Runs {
  return mapRuns(runs, (run): readonly Run[] => {
    const inner = run.kind === 'ph' ? spanContent(run.data) : undefined;
    if (run.kind !== 'ph' || inner === undefined) return [run];
    const { subType: _, ...code } = run;
    return [{ ...code, data: inner }];
  });
}

/** Writes the sign for the number of an ICU plural as a placeholder with the name of that number. */
export function withoutNumberSigns(runs: Runs): Runs {
  return mapRuns(runs, (run): readonly Run[] => {
    if (run.kind !== 'ph' || run.data !== '#' || run.equiv === undefined) return [run];
    return [{ ...run, data: `{${run.equiv}}` }];
  });
}
