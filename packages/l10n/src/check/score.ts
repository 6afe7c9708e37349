import { severities, type LossNote, type Severity } from '@helve/flow';
import { severityWeights } from '@helve/flow/content';

/** Computes the score of a document or a run from its number of words: 100 without findings. */
export function textScore(found: readonly Severity[], words: number): number {
  const weight = found.reduce((sum, severity) => sum + (severityWeights[severity] ?? 0), 0);
  if (weight === 0) return 100;
  return Math.max(0, 100 - Math.round((weight * 100) / Math.max(1, words)));
}

/** Parses a severity from outside; an unknown one counts as minor and is reported as a loss. */
export function toSeverity(value: string, lose: (loss: LossNote) => void): Severity {
  const known = severities.find((severity) => severity === value);
  if (known === undefined) lose({ kind: 'repaired', detail: { severity: 'minor' } });
  return known ?? 'minor';
}
