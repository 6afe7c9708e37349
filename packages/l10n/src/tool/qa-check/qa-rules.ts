import type { CheckRules } from '../../check/check-rule.js';

/** Rules of qa-check. */
export const qaRules = Object.freeze({
  'qa.empty-target': { severity: 'major', description: 'The source has content, but the target has none.' },
  'qa.empty-source': { severity: 'minor', description: 'The target has content, but the source has none.' },
  'qa.leading-whitespace': { severity: 'minor', description: 'Leading white space differs.' },
  'qa.trailing-whitespace': { severity: 'minor', description: 'Trailing white space differs.' },
  'qa.double-spaces': { severity: 'minor', description: 'The target has double spaces, and the source has none.' },
  'qa.doubled-word': { severity: 'minor', description: 'A word is repeated in the target only.' },
  'qa.same-as-source': { severity: 'minor', description: 'The target equals the source.' },
  'qa.corrupted-characters': { severity: 'major', description: 'A wrong encoding corrupted characters.' },
  'qa.max-length': { severity: 'minor', description: 'The target is too long for its source.' },
  'qa.min-length': { severity: 'minor', description: 'The target is too short for its source.' },
  'qa.absolute-max-length': { severity: 'major', description: 'The target exceeds its maximum length.' },
  'qa.pattern-mismatch': {
    severity: 'minor',
    description: 'The matches of a pattern differ between source and target.',
  },
  'qa.missing-code': { severity: 'major', description: 'An inline code of the source is not in the target.' },
  'qa.extra-code': {
    severity: 'major',
    description: 'An inline code of the target is not in the source.',
  },
  'qa.code-order': { severity: 'minor', description: 'Inline codes are in another order.' },
  'qa.non-deletable-missing': {
    severity: 'major',
    description: 'A code that must not be deleted is not in the target.',
  },
  'qa.non-cloneable-duplicated': { severity: 'major', description: 'A code that must occur once was repeated.' },
  'qa.number-mismatch': {
    severity: 'major',
    description:
      'The numbers of source and target differ. A number up to 12 that only one side has may be a word and counts as minor.',
  },
  'qa.nplurals': {
    severity: 'major',
    description: 'A message has fewer forms than the header of its catalog declares.',
  },
  'qa.plural-forms': { severity: 'major', description: 'The plural forms are not those of the target language.' },
  'qa.end-punctuation': { severity: 'minor', description: 'The sentence ends with different punctuation.' },
  'qa.quotes': { severity: 'minor', description: 'The target has more or fewer quotation marks.' },
  'qa.url': { severity: 'minor', description: 'A URL of the source is not in the target.' },
  'qa.accelerator': { severity: 'minor', description: 'The access key of a menu entry is not marked exactly once.' },
} as const satisfies CheckRules);

export type QaRule = keyof typeof qaRules;
