import type { PluralRun, Run, Runs, SelectRun, TextRun } from '../../contract/run.js';

/** Content that is nothing but one text. */
export function textRun(text: string): TextRun {
  return Object.freeze({ kind: 'text', text });
}

/** The text of content that is a single text run, which is the common case. */
export function plainText(runs: Runs): string | undefined {
  if (runs.length !== 1) return undefined;
  const run = runs[0];
  return run?.kind === 'text' ? run.text : undefined;
}

/** True for the runs that hold content of their own, each form a unit. */
export function hasForms(run: Run): run is PluralRun | SelectRun {
  return run.kind === 'plural' || run.kind === 'select';
}

/** True when content has a plural or select. Called for every block; a plain loop, since frozen arrays are slow to iterate. */
export function containsForms(runs: Runs): boolean {
  for (let at = 0; at < runs.length; at += 1) if (hasForms(runs[at] as Run)) return true;
  return false;
}

/** Freezes content all the way down and leaves it otherwise as it is. */
export function freezeRuns(runs: Runs): Runs {
  for (const run of runs) freezeRun(run);
  return Object.freeze(runs);
}

/**
 * The one form that equal content has: adjacent texts joined, no empty text but as the only run. The result is frozen,
 * and so are the runs that go into it; an array that is not frozen is copied, never touched.
 */
export function normaliseRuns(runs: Runs): Runs {
  return isNormal(runs) ? runs : Object.freeze(joinTexts(runs));
}

function isNormal(runs: Runs): boolean {
  if (!Object.isFrozen(runs)) return false;
  let afterText = false;
  for (let at = 0; at < runs.length; at += 1) {
    const run = runs[at] as Run;
    const isText = run.kind === 'text';
    if (isText && (afterText || (run.text === '' && runs.length > 1))) return false;
    if (!Object.isFrozen(run) || (hasForms(run) && !hasNormalForms(run))) return false;
    afterText = isText;
  }
  return true;
}

function hasNormalForms(run: PluralRun | SelectRun): boolean {
  const forms = collectContents(run);
  return Object.isFrozen(forms) && Object.values(forms).every((form) => form !== undefined && isNormal(form));
}

/** Holds text back until another run follows, so that adjacent texts are joined. */
function joinTexts(runs: Runs): Run[] {
  const joined: Run[] = [];
  let last: TextRun | undefined;
  for (const run of runs) {
    if (run.kind === 'text') {
      last = last === undefined || last.text === '' ? run : textRun(last.text + run.text);
      continue;
    }
    if (last !== undefined && last.text !== '') joined.push(Object.freeze(last));
    last = undefined;
    joined.push(normaliseForms(run));
  }
  if (last !== undefined && (last.text !== '' || joined.length === 0)) joined.push(Object.freeze(last));
  return joined;
}

function normaliseForms(run: Run): Run {
  if (run.kind === 'plural') return freezeRun({ ...run, forms: normaliseEach(run.forms) });
  if (run.kind === 'select') return freezeRun({ ...run, cases: normaliseEach(run.cases) });
  return freezeRun(run);
}

function normaliseEach(forms: Contents): { readonly [key: string]: Runs } {
  const entries = Object.entries(forms).map(([key, runs]) => [key, normaliseRuns(runs ?? [])] as const);
  return Object.freeze(Object.fromEntries(entries));
}

function freezeRun<R extends Run>(run: R): R {
  if (hasForms(run)) freezeEach(collectContents(run));
  else if ('constraints' in run) Object.freeze(run.constraints);
  return Object.freeze(run);
}

function freezeEach(forms: Contents): void {
  for (const runs of Object.values(forms)) if (runs !== undefined) freezeRuns(runs);
  Object.freeze(forms);
}

type Contents = { readonly [key: string]: Runs | undefined };

function collectContents(run: PluralRun | SelectRun): Contents {
  return run.kind === 'plural' ? run.forms : run.cases;
}
