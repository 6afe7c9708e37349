import { isPlainObject } from '@helve/core';
import type { Run, Runs } from '../contract/run.js';
import { flowErrors } from '../flow-errors.js';
import { formsOf } from './form.js';
import { hasForms, normaliseRuns, onlyText } from './normalise-runs.js';
import { checkRunFields } from './run-field.js';
import { constraintsOf } from './vocabulary.js';

/** How deep plurals and selects may stand in each other. */
export const MAX_FORM_DEPTH = 8;

const sound = new WeakSet<Runs>();

/** What is wrong with some content; nothing when it is well-formed. Each problem names the place, never the text. */
export function checkRuns(runs: Runs): readonly string[] {
  if (isSoundText(runs) || sound.has(runs)) return [];
  const problems = [...unitProblems(runs, '', 0)];
  if (problems.length === 0 && Object.isFrozen(runs) && onlyText(runs) === undefined) sound.add(runs);
  return problems;
}

/** Most content is one text, and is seen at once to be sound. */
function isSoundText(runs: Runs): boolean {
  const only = Array.isArray(runs) && isPlainObject(runs[0]) ? onlyText(runs) : undefined;
  return typeof only === 'string' && only.isWellFormed() && Object.keys(runs[0] ?? {}).length === 2;
}

/** Content from outside: refused unless it is well-formed and has no field that nobody knows, then made normal. */
export function decodeRuns(value: unknown): Runs {
  const problems = Array.isArray(value) ? checkRuns(value as Runs) : ['content is no list of runs'];
  const [first] = problems;
  if (first !== undefined) throw flowErrors.create('FLOW_CONTENT', { problem: first }, { details: { problems } });
  return normaliseRuns(value as Runs);
}

function* unitProblems(unit: unknown, place: string, depth: number): Generator<string> {
  if (!Array.isArray(unit)) return yield `no list of runs stands at "${place}"`;
  const runs: Run[] = [];
  for (const [index, value] of (unit as readonly unknown[]).entries()) {
    const problems = isPlainObject(value) ? checkRunFields(value) : ['it is no object'];
    yield* problems.map((problem) => `run ${index} at "${place}": ${problem}`);
    if (problems.length === 0) runs.push(value as Run);
  }
  if (runs.length !== unit.length) return;
  yield* pairProblems(runs, place);
  yield* idProblems(runs, place);
  for (const [index, run] of runs.entries()) if (hasForms(run)) yield* formProblems(run, `${place}/${index}`, depth);
}

function* formProblems(run: Run, place: string, depth: number): Generator<string> {
  if (!hasForms(run)) return;
  if (depth === MAX_FORM_DEPTH) return yield `"${place}" is nested deeper than ${MAX_FORM_DEPTH} plurals and selects`;
  for (const [key, content] of formsOf(run)) yield* unitProblems(content, `${place}:${key}`, depth + 1);
}

/** Pairs nest, and a half may stand alone only when it says so. */
function* pairProblems(unit: Runs, place: string): Generator<string> {
  const open: string[] = [];
  for (const [index, run] of unit.entries()) {
    if ((run.kind !== 'pc-open' && run.kind !== 'pc-close') || run.isolated === true) continue;
    if (run.kind === 'pc-open') open.push(run.id);
    else if (open.at(-1) === run.id) open.pop();
    else yield `run ${index} at "${place}": it closes "${run.id}", which is not the last pair that was opened`;
  }
  for (const id of open) yield `the pair "${id}" at "${place}" is not closed`;
}

/** An id is one code's, and that of clones of a code that may be cloned. */
function* idProblems(unit: Runs, place: string): Generator<string> {
  const owners = new Map<string, Run>();
  for (const [index, run] of unit.entries()) {
    if (!('id' in run) || (run.kind === 'pc-close' && owners.get(run.id)?.kind === 'pc-open')) continue;
    const owner = owners.get(run.id);
    if (owner === undefined) owners.set(run.id, run);
    else if (!isClone(owner, run)) yield `run ${index} at "${place}": the id "${run.id}" is taken`;
  }
}

function isClone(owner: Run, run: Run): boolean {
  // A closer may come before its opener when both are isolated.
  if (owner.kind === 'pc-close' && run.kind === 'pc-open') return true;
  return owner.kind === run.kind && constraintsOf(owner).cloneable && constraintsOf(run).cloneable;
}
