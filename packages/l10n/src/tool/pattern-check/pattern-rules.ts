import type { CheckRules } from '../../check/check-rule.js';

/** What pattern-check looks for. */
export const patternRules = Object.freeze({
  'pattern.mismatch': { severity: 'major', description: 'A pattern matches more or less often than in the source.' },
  'pattern.forbidden': { severity: 'major', description: 'A forbidden pattern matches.' },
} as const satisfies CheckRules);
