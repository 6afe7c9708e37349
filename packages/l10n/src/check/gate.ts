import { countOf } from '@helve/core';
import type { Severity } from '@helve/flow';

/** Limits on the findings of a run; the run fails beyond them. -1 turns a limit off. */
export interface GateThresholds {
  readonly maxCritical: number;
  readonly maxMajor: number;
  readonly maxMinor: number;
  readonly minScore: number;
}

/** Gate of a run that names none: what breaks a program or says something wrong fails, style does not. */
export const defaultGate: GateThresholds = Object.freeze({ maxCritical: 0, maxMajor: 0, maxMinor: -1, minScore: 0 });

/** Lists the thresholds that a run exceeds, as sentences. */
export function checkGate(
  thresholds: GateThresholds,
  counts: { readonly [severity in Severity]: number },
  score: number,
): readonly string[] {
  const limits = [
    ['critical', thresholds.maxCritical],
    ['major', thresholds.maxMajor],
    ['minor', thresholds.maxMinor],
  ] as const;
  return [
    ...limits
      .filter(([severity, limit]) => limit >= 0 && counts[severity] > limit)
      .map(([severity, limit]) => `${countOf(counts[severity], `${severity} finding`)}, at most ${limit} allowed`),
    ...(score < thresholds.minScore ? [`a score of ${score}, at least ${thresholds.minScore} required`] : []),
  ];
}
