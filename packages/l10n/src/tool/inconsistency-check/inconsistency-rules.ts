import type { CheckRules } from '../../check/check-rule.js';

/** Rules of inconsistency-check. */
export const inconsistencyRules = Object.freeze({
  'inconsistency.target': { severity: 'minor', description: 'One source is translated in several ways.' },
  'inconsistency.source': { severity: 'minor', description: 'Several sources have one translation.' },
  'inconsistency.locales': { severity: 'minor', description: 'The block is translated in only some locales.' },
} as const satisfies CheckRules);
