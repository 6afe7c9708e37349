import { severities, severityWeights, type LossNote, type Severity } from '@helve/flow';

/** The score of a document or a run, by the number of its words: 100 without findings. */
export function textScore(found: readonly Severity[], words: number): number {
  const weight = found.reduce((sum, severity) => sum + (severityWeights[severity] ?? 0), 0);
  if (weight === 0) return 100;
  return Math.max(0, 100 - Math.round((weight * 100) / Math.max(1, words)));
}

/** A severity from outside; one that nobody knows counts as minor, and that is told. */
export function toSeverity(value: string, lose: (loss: LossNote) => void): Severity {
  const known = severities.find((severity) => severity === value);
  if (known === undefined) lose({ kind: 'repaired', detail: { severity: 'minor' } });
  return known ?? 'minor';
}
