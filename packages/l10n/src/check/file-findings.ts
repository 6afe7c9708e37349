import type { ContentLoss, Finding } from '@helve/flow';
import type { CheckRules } from './check-rule.js';
import type { LocatedFinding } from './collect-findings.js';
import { toFingerprint } from './fingerprint.js';

/** Rules about a file as a whole, which its reader finds. */
const fileRules = Object.freeze({
  'file.repaired': {
    severity: 'minor',
    description: 'The file breaks a rule of its format, and was read all the same.',
  },
} as const satisfies CheckRules);

/** Lists the repairs of readers as findings, with their places; those without a place are counted as losses only. */
export function fileFindings(losses: readonly ContentLoss[]): readonly LocatedFinding[] {
  const seen = new Map<string, number>();
  return losses.flatMap(({ kind, document, detail }) => {
    const { line, column, reason } = detail;
    if (kind !== 'repaired' || typeof line !== 'number' || typeof column !== 'number') return [];
    if (typeof reason !== 'string') return [];
    const { rule, problem } = detail;
    const isRule = typeof rule === 'string' && typeof problem === 'string';
    const subject = isRule ? rule : reason;
    const key = `${document}\n${subject}`;
    const n = seen.get(key) ?? 0;
    seen.set(key, n + 1);
    const message = isRule
      ? `The file breaks the rule "${rule}" of its standard: ${problem}`
      : `The file is broken, and was read all the same: ${reason}`;
    const finding = toFinding(document, subject, message, n);
    return [{ finding, file: document, block: '', name: '', order: -1, line, column, snippet: '' }];
  });
}

function toFinding(document: string, subject: string, message: string, n: number): Finding {
  const rule = 'file.repaired';
  const fingerprint = toFingerprint({ rule, contentHash: document, variant: null, subject, n });
  const { severity } = fileRules[rule];
  return Object.freeze({
    id: fingerprint,
    rule,
    check: 'file',
    severity,
    fingerprint,
    message,
    subject,
    side: 'source',
  });
}
