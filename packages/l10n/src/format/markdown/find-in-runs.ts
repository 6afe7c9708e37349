import type { Run, Runs } from '@helve/flow';
import { normaliseRuns } from '@helve/flow/content';
import type { CodeFinder } from '../code/code-finder.js';

/** Finds codes in the texts of some content, and renumbers all codes. */
export function findInRuns(runs: readonly Run[], find: CodeFinder): Runs {
  const [only] = runs;
  if (only?.kind === 'text' && runs.length === 1) return find(only.text).runs;
  const found = runs.map((run) => (run.kind === 'text' ? find(run.text) : undefined));
  if (found.every((one) => one === undefined || one.icu || (one.runs.length === 1 && one.runs[0]?.kind === 'text'))) {
    return normaliseRuns(runs);
  }
  let next = 0;
  const shifted = new Map<string, string>();
  const numbered = (run: Run, owner: number): Run => {
    if (!('id' in run)) return run;
    const key = `${owner}:${run.id}`;
    const id = shifted.get(key) ?? String((next += 1));
    shifted.set(key, id);
    return { ...run, id };
  };
  return normaliseRuns(
    runs.flatMap((run, at) => {
      const one = found[at];
      return one && !one.icu ? one.runs.map((inner) => numbered(inner, at)) : [numbered(run, -1)];
    }),
  );
}
