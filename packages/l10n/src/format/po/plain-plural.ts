import type { PluralRun, Runs } from '@helve/flow';
import { containsForms, formsOf } from '@helve/flow/content';

/** The plural that a message of a catalog may be: of a plain number, with texts alone and none around it. */
export function plainPlural(runs: Runs): PluralRun | undefined {
  const [run] = runs;
  const isPlain = run?.kind === 'plural' && runs.length === 1 && run.ordinal !== true && (run.offset ?? 0) === 0;
  return isPlain && !formsOf(run).some(([, form]) => containsForms(form)) ? run : undefined;
}
