import type { Runs } from '@helve/flow';
import { codesOf, flattenRuns, hasForms } from '@helve/flow/content';
import type { TmMatch } from '../../memory/contract.js';
import { unitCodeFault } from '../../tool-kit/code-fault.js';
import type { LeverageConfig } from './find-matches.js';

/** True when a match is good enough, clear and close enough to fill the target of this source. */
export function isFilling(match: TmMatch, source: Runs, { fillTargetThreshold }: LeverageConfig): boolean {
  return !match.ambiguous && match.score * 100 >= fillTargetThreshold && fitsSource(match, source);
}

/**
 * True when a match says nothing that its source does not: its target has the same tags and placeholders, on the same
 * words, and a similar text has the same numbers.
 */
function fitsSource({ tier, score, source: stored, target }: TmMatch, source: Runs): boolean {
  if (tier === 'exact' && score < 1) return false;
  if (tier === 'fuzzy' && numbersIn(stored) !== numbersIn(source)) return false;
  return !differsFreely(source, target);
}

function numbersIn(runs: Runs): string {
  return (flattenRuns(runs).match(/\p{Nd}+(?:[.,]\p{Nd}+)*/gu) ?? []).join(' ');
}

/**
 * True when a target has other codes than its source only where codes may be deleted or cloned. Any other difference is
 * refused, and told, when the target is written; so are those in forms of a plural.
 */
function differsFreely(source: Runs, target: Runs): boolean {
  if (source.some(hasForms) || codeNames(source) === codeNames(target)) return false;
  return unitCodeFault(source, target) === undefined;
}

function codeNames(runs: Runs): string {
  if (runs.every(({ kind }) => kind === 'text')) return '';
  return codesOf(runs)
    .map(({ ref }) => `${ref.kind} ${ref.id}`)
    .toSorted()
    .join('\n');
}
