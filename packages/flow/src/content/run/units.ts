import type { Path, Runs } from '../../contract/run.js';
import type { Unit } from '../../contract/view.js';
import { flowErrors } from '../../flow-errors.js';
import { formOf, formsOf, withForms } from './form.js';
import { hasForms, containsForms, normaliseRuns } from './normalise-runs.js';
import { pathText, topPath } from './path.js';

/**
 * Every unit of some content: the top sequence, then each form in reading order. They are not remembered by their
 * content: the list would hold what it is remembered by, and keep all that was read alive for long.
 */
export function units(runs: Runs): readonly Unit[] {
  if (!containsForms(runs)) return [{ path: topPath, runs }];
  const found: Unit[] = [];
  addUnits(found, runs, topPath);
  return found;
}

function addUnits(found: Unit[], runs: Runs, path: Path): void {
  found.push({ path, runs });
  for (let index = 0; index < runs.length; index += 1) {
    const run = runs[index];
    if (run === undefined || !hasForms(run)) continue;
    for (const [form, content] of formsOf(run)) {
      addUnits(found, content, Object.freeze([...path, Object.freeze({ run: index, form })]));
    }
  }
}

/** The unit that a path leads to. */
export function unitAt(runs: Runs, path: Path = topPath): Runs | undefined {
  let unit: Runs | undefined = runs;
  for (const { run, form } of path) {
    const holder: Runs[number] | undefined = unit[run];
    unit = holder !== undefined && hasForms(holder) ? formOf(holder, form) : undefined;
    if (unit === undefined) return undefined;
  }
  return unit;
}

/** The content with one unit replaced; everything else stays as it is. */
export function replaceUnit(runs: Runs, path: Path | undefined, unit: Runs): Runs {
  const [first, ...rest] = path ?? topPath;
  if (first === undefined) return normaliseRuns(unit);
  const holder = runs[first.run];
  const form = holder !== undefined && hasForms(holder) ? formOf(holder, first.form) : undefined;
  if (holder === undefined || !hasForms(holder) || form === undefined) {
    throw flowErrors.create('FLOW_CONTENT', { problem: `there is no form at "${pathText(path)}"` });
  }
  const forms = formsOf(holder).map(
    ([key, content]) => [key, key === first.form ? replaceUnit(form, rest, unit) : content] as const,
  );
  return normaliseRuns(runs.with(first.run, withForms(holder, forms)));
}
