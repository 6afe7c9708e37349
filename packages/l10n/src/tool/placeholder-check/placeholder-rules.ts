import type { CheckRules } from '../../check/check-rule.js';

/** What placeholder-check looks for. */
export const placeholderRules = Object.freeze({
  'placeholder.missing': { severity: 'critical', description: 'A placeholder of the source is not in the target.' },
  'placeholder.extra': { severity: 'major', description: 'A placeholder of the target is not in the source.' },
} as const satisfies CheckRules);
