import type { CodeRun, Run, Runs } from '@helve/flow';
import { formOf, formsOf, hasForms, normaliseRuns, withForms } from '@helve/flow/content';
import { alignRuns } from '../../pair/align-runs.js';
import { bareRuns } from './bare-runs.js';

/**
 * Gives a returned translation the codes of the block that it goes home to: exchange formats and tools between have ids
 * and attributes of their own.
 *
 *     returned source   [3]Hello[/3] {4}      block   [1]Hello[/1] {2}
 *     returned target   {4} [3]Hallo[/3]      home    {2} [1]Hallo[/1]
 */
export function homeRuns(target: Runs, returnedSource: Runs, source: Runs): Runs {
  if (target.some(hasForms) || source.some(hasForms)) return homeForms(target, returnedSource, source);
  const codes = codesById(returnedSource, source);
  const isKnown = target.every((run) => run.kind === 'text' || codes.has(keyOf(run)));
  if (!isKnown) return alignRuns(bareRuns(target), source);
  return normaliseRuns(target.map((run) => codes.get(keyOf(run)) ?? run));
}

/** Codes of the block, by those of the returned source: the same data in order, else the same place. */
function codesById(returned: Runs, source: Runs): ReadonlyMap<string, Run> {
  const [sent, own] = [codeRuns(bareRuns(returned)), codeRuns(source)];
  const left = [...own];
  const found = new Map<string, Run>();
  for (const code of sent) {
    const opener = code.kind === 'pc-close' ? found.get(`pc-open ${code.id}`) : undefined;
    const isMatch = (one: CodeRun) =>
      opener === undefined || !('id' in opener) ? dataOf(one) === dataOf(code) : one.id === opener.id;
    const at = left.findIndex((one) => one.kind === code.kind && isMatch(one));
    const [match] = at < 0 ? [] : left.splice(at, 1);
    if (match !== undefined && !found.has(keyOf(code))) found.set(keyOf(code), match);
  }
  if (found.size === sent.length || sent.length !== own.length) return found;
  const isAlike = sent.every((code, index) => code.kind === own[index]?.kind);
  return isAlike ? new Map(sent.map((code, index) => [keyOf(code), own[index] ?? code])) : found;
}

function homeForms(target: Runs, returnedSource: Runs, source: Runs): Runs {
  const [models, sent] = [source.filter(hasForms), returnedSource.filter(hasForms)];
  if (models.length === 0 || !target.some(hasForms)) return alignRuns(bareRuns(target), source);
  let at = 0;
  return normaliseRuns(
    target.map((run): Run => {
      if (!hasForms(run)) return run;
      const [model, before] = [models[at], sent[at]];
      at += 1;
      if (model === undefined) return run;
      const inner = (holder: typeof model | undefined, key: string) =>
        (holder === undefined ? undefined : (formOf(holder, key) ?? formOf(holder, 'other'))) ?? [];
      const forms = formsOf(run).map(([key, runs]): [string, Runs] => [
        key,
        homeRuns(runs, inner(before, key), inner(model, key)),
      ]);
      return Object.freeze(withForms({ ...run, pivot: model.pivot }, forms));
    }),
  );
}

function codeRuns(runs: Runs): readonly CodeRun[] {
  return runs.filter((run): run is CodeRun => run.kind !== 'text' && !hasForms(run));
}

function dataOf(run: CodeRun): string {
  return run.kind === 'sub' ? run.ref : run.data;
}

function keyOf(run: Run): string {
  return 'id' in run ? `${run.kind} ${run.id}` : run.kind;
}
