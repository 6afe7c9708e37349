import type { PluralRun, Runs, SelectRun } from '@helve/flow';
import { formsOf, hasForms, containsForms } from '@helve/flow/content';
import { isWordless } from '../../dialect/is-wordless.js';
import { pseudoRuns, wrapRuns, type PseudoOptions } from './pseudo-runs.js';

/**
 * Transforms content with its plurals and selects, as a locale without plural rules keeps them. Content at the depth
 * `wrapAt` of plurals and selects is wrapped.
 */
export function pseudoForms(unit: Runs, wrapAt: number, options: PseudoOptions): Runs {
  const formed = isWordless(unit) ? unit : pseudoRuns(unit, [], options.mode);
  const runs = containsForms(unit)
    ? Object.freeze(formed.map((run) => (hasForms(run) ? pseudoEach(run, wrapAt - 1, options) : run)))
    : formed;
  return wrapAt === 0 && formed !== unit ? wrapRuns(runs, unit, options) : Object.freeze(runs);
}

function pseudoEach(run: PluralRun | SelectRun, wrapAt: number, options: PseudoOptions): PluralRun | SelectRun {
  const forms: { readonly [key: string]: Runs } = Object.freeze(
    Object.fromEntries(formsOf(run).map(([key, content]) => [key, pseudoForms(content, wrapAt, options)])),
  );
  if (run.kind === 'select') return Object.freeze({ kind: 'select', pivot: run.pivot, cases: forms });
  const plural: { -readonly [K in keyof PluralRun]: PluralRun[K] } = { kind: 'plural', pivot: run.pivot, forms };
  if (run.ordinal !== undefined) plural.ordinal = run.ordinal;
  if (run.offset !== undefined) plural.offset = run.offset;
  return Object.freeze(plural);
}
