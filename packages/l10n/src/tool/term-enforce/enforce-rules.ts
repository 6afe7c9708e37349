import type { CheckRules } from '../../check/check-rule.js';

/** Rules of term-enforce. */
export const enforceRules = {
  'term.not-used': { severity: 'major', description: 'None of the target terms of a source term is used.' },
  'term.deprecated': { severity: 'minor', description: 'A deprecated target term is used.' },
  'term.forbidden': { severity: 'major', description: 'A forbidden target term is used.' },
} as const satisfies CheckRules;
