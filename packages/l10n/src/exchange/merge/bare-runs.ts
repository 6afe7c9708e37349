import type { Run, Runs } from '@helve/flow';
import { formsOf, hasForms, withForms } from '@helve/flow/content';
import { nativeContent } from '../../format/xliff/native-content.js';

/**
 * Shows the codes of a returned unit as those of its source file: an exchange format has markup of its own around them,
 * and remembers what is inside.
 */
export function bareRuns(runs: Runs): Runs {
  const ends = new Map(runs.flatMap((run) => (run.kind === 'pc-open' ? [[run.id, endTag(run.disp)] as const] : [])));
  return runs.map((run): Run => {
    if (hasForms(run))
      return withForms(
        run,
        formsOf(run).map(([key, form]) => [key, bareRuns(form)] as const),
      );
    if (run.kind === 'pc-close') return { ...run, data: nativeContent(run.data) ?? ends.get(run.id) ?? run.data };
    if (run.kind !== 'ph' && run.kind !== 'pc-open') return run;
    return { ...run, data: run.disp ?? nativeContent(run.data) ?? run.data };
  });
}

/** The end of the element that a tag begins. */
function endTag(start: string | undefined): string | undefined {
  const name = start === undefined ? undefined : /^<([\w:.-]+)/u.exec(start)?.[1];
  return name === undefined ? undefined : `</${name}>`;
}
