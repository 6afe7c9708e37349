import type { CodeRun, Run, Runs } from '@helve/flow';
import { normaliseRuns } from '@helve/flow/content';
import { comparedData } from '../../dialect/protected-span.js';
import { valueNames } from '../../dialect/value-names.js';

/**
 * Gives the codes of a translation the ids of the same codes in the source, in any order:
 *
 *     source   %s of %d         1 2
 *     target   %2$d von %1$s    2 1
 */
export function alignCodes(target: Runs, source: Runs): Runs {
  if (isAligned(target, source)) return target;
  const codes = target.filter(isCode);
  const models = source.filter(isCode);
  const names = valueNames(models.map(codeData), codes.map(codeData));
  const left = models.map((model, index) => ({ model, name: names.source[index] }));
  const ids = new Map<CodeRun, string>();
  for (const [index, code] of codes.entries()) {
    const at = left.findIndex(({ model, name }) => model.kind === code.kind && name === names.target[index]);
    const [match] = at < 0 ? [] : left.splice(at, 1);
    if (match) ids.set(code, match.model.id);
  }
  const usedIds = new Set(models.map(({ id }) => id));
  const renamed = new Map<string, string>();
  const fresh = (id: string): string => {
    let name = renamed.get(id);
    for (let number = 1; name === undefined; number += 1) if (!usedIds.has(String(number))) name = String(number);
    usedIds.add(name);
    renamed.set(id, name);
    return name;
  };
  for (const code of codes)
    if (code.kind === 'pc-open' && ids.has(code)) renamed.set(code.id, ids.get(code) ?? code.id);
  return normaliseRuns(
    target.map((run) => (isCode(run) ? withId(run, closeId(run, ids, renamed) ?? fresh(run.id)) : run)),
  );
}

/** True in the common case: the same codes in the same order. */
function isAligned(target: Runs, source: Runs): boolean {
  let at = 0;
  for (let index = 0; index < target.length; index += 1) {
    const run = target[index];
    if (run === undefined || !isCode(run)) continue;
    while (at < source.length && source[at]?.kind === 'text') at += 1;
    if (!isSame(run, source[at])) return false;
    at += 1;
  }
  return true;
}

/** Returns the id of a closing code: that of the first half, or its own if it stands alone. */
function closeId(
  run: CodeRun,
  ids: ReadonlyMap<CodeRun, string>,
  renamed: ReadonlyMap<string, string>,
): string | undefined {
  return run.kind === 'pc-close' && run.isolated !== true ? (renamed.get(run.id) ?? ids.get(run)) : ids.get(run);
}

function isCode(run: Run): run is CodeRun {
  return run.kind === 'ph' || run.kind === 'pc-open' || run.kind === 'pc-close' || run.kind === 'sub';
}

function codeData(run: CodeRun): string {
  return run.kind === 'sub' ? run.ref : comparedData(run.data);
}

function isSame(code: CodeRun, model: Run | undefined): boolean {
  return (
    model !== undefined &&
    isCode(model) &&
    code.kind === model.kind &&
    code.id === model.id &&
    codeData(code) === codeData(model)
  );
}

function withId(run: CodeRun, id: string): CodeRun {
  return run.id === id ? run : { ...run, id };
}
