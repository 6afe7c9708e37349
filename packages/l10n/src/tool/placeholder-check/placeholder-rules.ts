import type { CheckRules } from '../../check/check-rule.js';

/** What placeholder-check looks for. */
export const placeholderRules = Object.freeze({
  'placeholder.missing': { severity: 'critical', description: 'A placeholder of the source is not in the target.' },
  'placeholder.extra': { severity: 'major', description: 'A placeholder of the target is not in the source.' },
  'placeholder.type': { severity: 'critical', description: 'A placeholder is written as one of another type.' },
  'placeholder.order': {
    severity: 'critical',
    description: 'Placeholders without a place or name stand in another order, so that each takes the wrong value.',
  },
  'placeholder.invalid': { severity: 'critical', description: 'The target is not what its program can read.' },
  'placeholder.cases': { severity: 'major', description: 'The cases of a select differ.' },
  'placeholder.plural-forms': {
    severity: 'major',
    description: 'A message in the text lacks a plural form that the target language needs.',
  },
  'placeholder.nesting': { severity: 'major', description: 'A tag of the target is not closed, or closed by another.' },
} as const satisfies CheckRules);

export type PlaceholderRule = keyof typeof placeholderRules;
