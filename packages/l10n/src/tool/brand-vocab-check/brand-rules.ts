import type { CheckRules } from '../../check/check-rule.js';

/** Rules of brand-vocab-check. */
export const brandRules = {
  'brand.competitor': { severity: 'critical', description: 'The text contains the name of a competitor.' },
  'brand.forbidden': { severity: 'major', description: 'The text contains a word that the brand forbids.' },
  'brand.not-preferred': {
    severity: 'minor',
    description: 'The text contains a word for which the brand prefers another wording or spelling.',
  },
} as const satisfies CheckRules;
