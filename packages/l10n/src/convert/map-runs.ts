import type { Block, Run, Runs, Target } from '@helve/flow';
import { formsOf, hasForms, normaliseRuns, withForms } from '@helve/flow/content';

/** Changes text and codes of content, in every form as well. */
export function mapRuns(runs: Runs, change: (run: Run) => readonly Run[]): Runs {
  return normaliseRuns(
    runs.flatMap((run) => {
      if (!hasForms(run)) return change(run);
      return [
        withForms(
          run,
          formsOf(run).map(([key, form]): [string, Runs] => [key, mapRuns(form, change)]),
        ),
      ];
    }),
  );
}

/** Lists the text and codes of content in order, those of every form as well. */
export function flatRuns(runs: Runs): readonly Run[] {
  return runs.flatMap((run) => (hasForms(run) ? formsOf(run).flatMap(([, form]) => flatRuns(form)) : [run]));
}

/** Changes the content of every language of a block. */
export function mapSides(block: Block, change: (runs: Runs) => Runs): Block {
  const targets = Object.entries(block.targets).map(([variant, target]): [string, Target] => [
    variant,
    { ...target, runs: change(target.runs) },
  ]);
  return { ...block, source: change(block.source), targets: Object.fromEntries(targets) };
}
