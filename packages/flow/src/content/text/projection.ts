import { canonicalJson } from '@helve/core';
import type { CodeRun, PluralRun, Run, Runs, SelectRun } from '../../contract/run.js';
import { formOf, formsOf } from '../run/form.js';
import { hasForms, containsForms, plainText } from '../run/normalise-runs.js';
import { partnerOf, vocabularyOf } from '../run/vocabulary.js';

/** Character of a shape that represents everything that is not text. */
export const OBJECT_CHAR = '\ufffc';

/** Marks where the canonical form of a plural or select begins and ends. */
const FORMS_MARK = '\u0001';

type Projection = (runs: Runs) => string;

/** Content of few runs is put together sooner than remembered. */
const FEW_RUNS = 8;

/** A projection that is computed once per frozen array, and of a single text without any work. */
export function projection(compute: Projection, ofText: (text: string) => string = (text) => text): Projection {
  const known = new WeakMap<Runs, string>();
  return (runs) => {
    const only = plainText(runs);
    if (only !== undefined) return ofText(only);
    if ((runs.length <= FEW_RUNS && !containsForms(runs)) || !Object.isFrozen(runs)) return compute(runs);
    let text = known.get(runs);
    if (text === undefined) known.set(runs, (text = compute(runs)));
    return text;
  };
}

/** A projection made run by run: texts as they are, codes and forms as told. */
function runByRun(ofCode: (run: CodeRun) => string, ofForms: (run: PluralRun | SelectRun) => string): Projection {
  return projection((runs) => {
    let text = '';
    for (let at = 0; at < runs.length; at += 1) {
      const run = runs[at] as Run;
      text += run.kind === 'text' ? run.text : hasForms(run) ? ofForms(run) : ofCode(run);
    }
    return text;
  });
}

const nothing = () => '';
const object = () => OBJECT_CHAR;

/** Text as a reader sees it; of a plural or select, the form `other`. */
export const runsText: Projection = runByRun(nothing, (run) => runsText(formOf(run, 'other') ?? []));

/** The texts of one unit, for matching in it. */
export const unitText: Projection = runByRun(nothing, nothing);

/** The texts with one character for everything else: what coordinates count. */
export const shapeText: Projection = runByRun(object, object);

/** The shape with each stretch of program code as one character: what shape checks read. */
export const hygieneText: Projection = projection((runs) => {
  let text = '';
  for (let index = 0; index < runs.length; index += 1) {
    const run = runs[index];
    text += run?.kind === 'text' ? run.text : OBJECT_CHAR;
    if (run?.kind === 'pc-open' && run.type === 'fmt:code') index = partnerOf(runs, index) ?? index;
  }
  return text;
});

/** The texts with every form of every plural and select: what the content hash is taken of. */
export const hashText: Projection = runByRun(nothing, (run) => FORMS_MARK + canonicalJson(hashForm(run)) + FORMS_MARK);

function hashForm(run: PluralRun | SelectRun): unknown {
  const forms = Object.fromEntries(formsOf(run).map(([key, runs]) => [key, hashText(runs)]));
  if (run.kind === 'select') return { select: { cases: forms, pivot: run.pivot } };
  const type = run.ordinal === true ? 'ordinal' : 'cardinal';
  return { plural: { forms, offset: run.offset, pivot: run.pivot, type } };
}

/** The plain key of a memory: codes by what they are equivalent to. */
export const flattenRuns: Projection = runByRun(flatCode, (run) => formsText(run, flattenRuns));

function flatCode(run: CodeRun): string {
  if (run.kind === 'ph') return `{${run.equiv ?? vocabularyOf(run.type)?.equiv ?? ''}}`;
  return run.kind === 'sub' ? `[${run.equiv ?? ''}]` : '';
}

/** The structural key of a memory: codes by id. */
export const structuralText: Projection = runByRun(structuralCode, (run) => formsText(run, structuralText));

/** A code as the structural key shows it. */
export function structuralCode(run: CodeRun): string {
  switch (run.kind) {
    case 'ph':
      return `{${run.id}/}`;
    case 'pc-open':
      return `{${run.id}}`;
    case 'pc-close':
      return `{/${run.id}}`;
    case 'sub':
      return `[${run.id}]`;
  }
}

/** The content as its format writes it, before the writer escapes text. */
export const dataText: Projection = runByRun(
  (run) => (run.kind === 'sub' ? run.ref : run.data),
  (run) => formsText(run, dataText),
);

/** A plural or select with all its forms, each projected alike. */
export function formsText(run: PluralRun | SelectRun, project: (runs: Runs, form: string) => string): string {
  const forms = formsOf(run).map(([key, runs]) => `${key}{${project(runs, key)}}`);
  return `{${run.pivot},${renderPicker(run)},${forms.join('')}}`;
}

function renderPicker(run: PluralRun | SelectRun): string {
  if (run.kind === 'select') return 'select';
  const name = run.ordinal === true ? 'selectordinal' : 'plural';
  return run.offset === undefined ? name : `${name},offset:${run.offset}`;
}
