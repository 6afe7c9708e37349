import type { CheckRules } from '../../check/check-rule.js';

/** Rules of length-check. */
export const lengthRules = Object.freeze({
  'length.max-chars': { severity: 'major', description: 'The target is longer than the check allows.' },
  'length.max-words': { severity: 'major', description: 'The target has more words than the check allows.' },
  'length.hint': { severity: 'major', description: 'The target is longer than its display allows.' },
  'length.max-percentage': { severity: 'minor', description: 'The target is longer than a percentage of its source.' },
  'length.min-percentage': { severity: 'minor', description: 'The target is shorter than a percentage of its source.' },
  'length.max-relative': { severity: 'minor', description: 'The target is too long for a source of that length.' },
  'length.min-relative': { severity: 'minor', description: 'The target is too short for a source of that length.' },
} as const satisfies CheckRules);

export type LengthRule = keyof typeof lengthRules;
