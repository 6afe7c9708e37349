import type { CheckRules } from '../../check/check-rule.js';

/** What is wrong with the terms of a target. */
export const enforceRules = {
  'term.not-used': { severity: 'major', description: 'A term of the source has none of its target terms.' },
  'term.deprecated': { severity: 'minor', description: 'A target term should not be used any more.' },
  'term.forbidden': { severity: 'major', description: 'A target term must not be used.' },
} as const satisfies CheckRules;
