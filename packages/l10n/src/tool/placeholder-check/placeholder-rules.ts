import type { CheckRules } from '../../check/check-rule.js';

/** Rules of placeholder-check. */
export const placeholderRules = Object.freeze({
  'placeholder.missing': { severity: 'critical', description: 'A placeholder of the source is not in the target.' },
  'placeholder.extra': { severity: 'major', description: 'A placeholder of the target is not in the source.' },
  'placeholder.type': { severity: 'critical', description: 'A placeholder has another type than in the source.' },
  'placeholder.order': {
    severity: 'critical',
    description: 'Placeholders without a position or name are in another order, so that each gets the wrong value.',
  },
  'placeholder.invalid': { severity: 'critical', description: 'The program that uses the target cannot parse it.' },
  'placeholder.cases': { severity: 'major', description: 'The cases of a select differ.' },
  'placeholder.plural-forms': {
    severity: 'major',
    description: 'A message in the text lacks a plural form that the target language needs.',
  },
  'placeholder.nesting': {
    severity: 'major',
    description: 'A tag of the target is not closed, or is closed by another tag.',
  },
} as const satisfies CheckRules);

export type PlaceholderRule = keyof typeof placeholderRules;
