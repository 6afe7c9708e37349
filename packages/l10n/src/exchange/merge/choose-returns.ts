import { sameRuns } from '../../format/same-runs.js';
import type { JudgedCandidate } from './decide-merge.js';
import { rankOf } from './merge-rules.js';

/**
 * Chooses among several returns of one unit: the newest batch wins, in it the highest state. Returns that are equal in
 * both and differ in their text are a conflict, of which none is taken.
 */
export function chooseReturns(judged: readonly JudgedCandidate[]): readonly JudgedCandidate[] {
  const rivals = judged.filter(isRival);
  if (rivals.length < 2) return judged;
  const sorted = rivals.toSorted((one, other) => compareRank(other, one) || compareText(fileOf(one), fileOf(other)));
  const best = sorted.filter((one) => sorted[0] !== undefined && compareRank(one, sorted[0]) === 0);
  const [winner] = best;
  const isSplit = winner !== undefined && best.some((one) => !isSame(one, winner));
  return judged.map((one) => {
    if (!rivals.includes(one) || (one === winner && !isSplit)) return one;
    if (isSplit && best.includes(one)) return { ...one, end: { result: 'conflict', reason: 'returns-differ' } };
    if (!isSplit && winner !== undefined && isSame(one, winner)) return { ...one, end: { result: 'unchanged' } };
    return { ...one, end: { result: 'protected', reason: 'newer-return' } };
  });
}

/** A return that would be applied, or that is what the file has already. */
function isRival({ candidate: { target, existing }, end }: JudgedCandidate): boolean {
  if (target === undefined) return false;
  const isThere = existing !== undefined && sameRuns(existing.runs, target.runs);
  return end === undefined || (end.result === 'unchanged' && isThere);
}

function compareRank(one: JudgedCandidate, other: JudgedCandidate): number {
  return compareText(batchTime(one), batchTime(other)) || state(one) - state(other);
}

function isSame(one: JudgedCandidate, other: JudgedCandidate): boolean {
  return sameRuns(one.candidate.target?.runs ?? [], other.candidate.target?.runs ?? []);
}

function batchTime({ candidate }: JudgedCandidate): string {
  return candidate.origin.manifest.createdAt;
}

function state({ candidate }: JudgedCandidate): number {
  return candidate.target === undefined ? -1 : rankOf(candidate.target.status);
}

function fileOf({ candidate: { returned } }: JudgedCandidate): string {
  return `${returned.file}\n${returned.id}`;
}

function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
