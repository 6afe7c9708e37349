import { isPlainObject } from '@helve/core';
import type { PluralRun, Run, Runs, SelectRun } from '../../contract/run.js';
import { flowErrors } from '../../flow-errors.js';
import { formsOf } from './form.js';
import { hasForms, containsForms, normaliseRuns, plainText } from './normalise-runs.js';
import { checkRunFields } from './run-field.js';
import { constraintsOf } from './vocabulary.js';

/** Maximum depth of nested plurals and selects. */
const MAX_FORM_DEPTH = 8;

const sound = new WeakSet<Runs>();
/** Content of more runs is looked at once only; fewer are checked sooner than remembered. */
const FEW_RUNS = 16;

/** Checks that content is well-formed. Each problem names the position, never the text. */
export function checkRuns(runs: Runs): readonly string[] {
  if (isSoundText(runs) || sound.has(runs)) return none;
  const problems: string[] = [];
  addUnitProblems(problems, runs, '', 0);
  if (problems.length === 0 && Object.isFrozen(runs) && (runs.length > FEW_RUNS || containsForms(runs)))
    sound.add(runs);
  return problems;
}

const none: readonly string[] = Object.freeze([]);

/** Most content is one text, and is seen at once to be sound. */
function isSoundText(runs: Runs): boolean {
  const only = Array.isArray(runs) && isPlainObject(runs[0]) ? plainText(runs) : undefined;
  return typeof only === 'string' && only.isWellFormed() && Object.keys(runs[0] ?? {}).length === 2;
}

/** Content from outside: refused unless it is well-formed and has no field that nobody knows, then made normal. */
export function decodeRuns(value: unknown): Runs {
  const problems = Array.isArray(value) ? checkRuns(value as Runs) : ['the content is not a list of runs'];
  const [first] = problems;
  if (first !== undefined) throw flowErrors.create('FLOW_CONTENT', { problem: first }, { details: { problems } });
  return normaliseRuns(value as Runs);
}

function addUnitProblems(problems: string[], unit: unknown, location: string, depth: number): void {
  if (!Array.isArray(unit)) return void problems.push(`the value at "${location}" is not a list of runs`);
  const runs = unit as readonly unknown[];
  let known = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const value = runs[index];
    const wrong = isPlainObject(value) ? checkRunFields(value) : ['it is not an object'];
    if (wrong.length === 0) known += 1;
    else for (const problem of wrong) problems.push(`run ${index} at "${location}": ${problem}`);
  }
  if (known === runs.length) addContentProblems(problems, unit as Runs, location, depth);
}

/** One code alone can neither cross another nor take its id. */
function addContentProblems(problems: string[], unit: Runs, location: string, depth: number): void {
  let ids = 0;
  let halves = 0;
  for (let index = 0; index < unit.length; index += 1) {
    const run = unit[index] as Run;
    if (hasForms(run)) addFormProblems(problems, run, `${location}/${index}`, depth);
    else if (run.kind !== 'text') ids += 1;
    if (run.kind === 'pc-open' || run.kind === 'pc-close') halves += 1;
  }
  if (halves > 0) addPairProblems(problems, unit, location);
  if (ids > 1) addIdProblems(problems, unit, location);
}

function addFormProblems(problems: string[], run: PluralRun | SelectRun, location: string, depth: number): void {
  if (depth === MAX_FORM_DEPTH) {
    return void problems.push(`"${location}" is nested deeper than ${MAX_FORM_DEPTH} plurals and selects`);
  }
  for (const [key, content] of formsOf(run)) addUnitProblems(problems, content, `${location}:${key}`, depth + 1);
}

/** Checks that pairs nest and that only isolated halves are alone. */
function addPairProblems(problems: string[], unit: Runs, location: string): void {
  const open: string[] = [];
  for (let index = 0; index < unit.length; index += 1) {
    const run = unit[index];
    if ((run?.kind !== 'pc-open' && run?.kind !== 'pc-close') || run.isolated === true) continue;
    if (run.kind === 'pc-open') open.push(run.id);
    else if (open.at(-1) === run.id) open.pop();
    else
      problems.push(`run ${index} at "${location}": it closes "${run.id}", which is not the last pair that was opened`);
  }
  for (const id of open) problems.push(`the pair "${id}" at "${location}" is not closed`);
}

/** An id is one code's, and that of clones of a code that may be cloned. */
function addIdProblems(problems: string[], unit: Runs, location: string): void {
  const owners = new Map<string, Run>();
  for (const [index, run] of unit.entries()) {
    if (!('id' in run) || (run.kind === 'pc-close' && owners.get(run.id)?.kind === 'pc-open')) continue;
    const owner = owners.get(run.id);
    if (owner === undefined) owners.set(run.id, run);
    else if (!isClone(owner, run)) problems.push(`run ${index} at "${location}": the id "${run.id}" is taken`);
  }
}

function isClone(owner: Run, run: Run): boolean {
  // A closer may come before its opener when both are isolated.
  if (owner.kind === 'pc-close' && run.kind === 'pc-open') return true;
  return owner.kind === run.kind && constraintsOf(owner).cloneable && constraintsOf(run).cloneable;
}
