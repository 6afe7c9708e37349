import type { Run, Runs } from '@helve/flow';
import { formsOf, hasForms, withForms } from '@helve/flow/content';
import { spanContent } from '../dialect/protected-span.js';
import { entitySubType, isMarkup } from '../format/xml/inline-pieces.js';
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

/** Makes text of the markup of an XML file, which is none in another file; an entity of it has its value. */
export function withoutMarkup(runs: Runs): Runs {
  return mapRuns(runs, (run): readonly Run[] => {
    if (!('subType' in run) || !isMarkup(run)) return [run];
    const { subType, ...code } = run;
    if (code.kind === 'ph' && subType === entitySubType) return [{ ...code, data: code.disp ?? code.data }];
    return [code];
  });
}

/** Writes the sign for the number of an ICU plural as a placeholder with the name of that number. */
export function withoutNumberSigns(runs: Runs): Runs {
  return mapRuns(runs, (run): readonly Run[] => {
    if (run.kind !== 'ph' || run.data !== '#' || run.equiv === undefined) return [run];
    return [{ ...run, data: `{${run.equiv}}` }];
  });
}

/** Writes the number of a substitution of Apple as the sign that ICU messages have for it. */
export function withNumberSigns(runs: Runs): Runs {
  return withNumbers(runs, '#');
}

/** Writes the number of a substitution of Apple as a placeholder for an integer, as its texts have it elsewhere. */
export function withNumberCodes(runs: Runs): Runs {
  return withNumbers(runs, '%lld');
}

function withNumbers(runs: Runs, data: string, pivot?: string): Runs {
  return runs.map((run): Run => {
    if (!hasForms(run)) {
      const isNumber = pivot !== undefined && run.kind === 'ph' && run.data === '%arg';
      return isNumber ? { ...run, data, equiv: pivot } : run;
    }
    const own = run.kind === 'plural' ? run.pivot : pivot;
    return withForms(
      run,
      formsOf(run).map(([key, form]): [string, Runs] => [key, withNumbers(form, data, own)]),
    );
  });
}
