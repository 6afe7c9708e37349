import type { CheckRules } from '../../check/check-rule.js';

/** Rules of pattern-check. */
export const patternRules = Object.freeze({
  'pattern.mismatch': { severity: 'major', description: 'A pattern matches more or less often than in the source.' },
  'pattern.forbidden': { severity: 'major', description: 'A forbidden pattern matches.' },
} as const satisfies CheckRules);
