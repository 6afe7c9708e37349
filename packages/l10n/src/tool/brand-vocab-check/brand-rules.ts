import type { CheckRules } from '../../check/check-rule.js';

/** What is wrong with a word. */
export const brandRules = {
  'brand.competitor': { severity: 'critical', description: 'The name of a competitor is there.' },
  'brand.forbidden': { severity: 'major', description: 'A word is there that the brand does not say.' },
  'brand.not-preferred': { severity: 'minor', description: 'A word is there that the brand says or writes otherwise.' },
} as const satisfies CheckRules;
