import type { Run, Runs } from '@helve/flow';
import { formsOf, withForms } from '@helve/flow/content';

/** Shows example values with the codes that stand for them; the names of examples are in lower case. */
export function withExamples(runs: Runs, examples: ReadonlyMap<string, string>): Runs {
  return examples.size === 0 ? runs : Object.freeze(runs.map((run) => withExample(run, examples)));
}

function withExample(run: Run, examples: ReadonlyMap<string, string>): Run {
  if (run.kind === 'plural' || run.kind === 'select') {
    return withForms(
      run,
      formsOf(run).map(([key, inner]) => [key, withExamples(inner, examples)]),
    );
  }
  if (run.kind !== 'ph') return run;
  const example = examples.get((run.equiv ?? codeName(run.data)).toLowerCase());
  return example === undefined ? run : Object.freeze({ ...run, disp: example });
}

/** The name in a code: that of `$name$`, `{name}` and `%{name}`. */
function codeName(data: string): string {
  return /[\p{L}\p{N}_@.]+/u.exec(data)?.[0] ?? data;
}
