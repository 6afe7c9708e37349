import type { CheckRules } from '../../check/check-rule.js';

/** What qa-check looks for. */
export const qaRules = Object.freeze({
  'qa.empty-target': { severity: 'major', description: 'The source has content, the target has none.' },
  'qa.empty-source': { severity: 'minor', description: 'The target has content, the source has none.' },
  'qa.leading-whitespace': { severity: 'minor', description: 'White space at the beginning differs.' },
  'qa.trailing-whitespace': { severity: 'minor', description: 'White space at the end differs.' },
  'qa.double-spaces': { severity: 'minor', description: 'Two spaces stand in the target, and none in the source.' },
  'qa.doubled-word': { severity: 'minor', description: 'A word stands twice in a row in the target only.' },
  'qa.same-as-source': { severity: 'minor', description: 'The target is the source.' },
  'qa.corrupted-characters': { severity: 'major', description: 'Characters were broken by a wrong encoding.' },
  'qa.max-length': { severity: 'minor', description: 'The target is too long for its source.' },
  'qa.min-length': { severity: 'minor', description: 'The target is too short for its source.' },
  'qa.absolute-max-length': { severity: 'major', description: 'The target is longer than it may be.' },
  'qa.pattern-mismatch': { severity: 'minor', description: 'What a pattern finds differs between source and target.' },
  'qa.missing-code': { severity: 'major', description: 'An inline code of the source is not in the target.' },
  'qa.extra-code': {
    severity: 'major',
    description: 'An inline code of the target is not in the source.',
  },
  'qa.code-order': { severity: 'minor', description: 'Inline codes stand in another order.' },
  'qa.non-deletable-missing': { severity: 'major', description: 'A code that must be kept is not in the target.' },
  'qa.non-cloneable-duplicated': { severity: 'major', description: 'A code that must stand once was repeated.' },
  'qa.number-mismatch': {
    severity: 'major',
    description:
      'The numbers of source and target differ; one up to 12 that only one side has may be a word and counts as minor.',
  },
  'qa.nplurals': { severity: 'major', description: 'A message has fewer forms than the header of its catalog says.' },
  'qa.plural-forms': { severity: 'major', description: 'Plural forms are not those of the target language.' },
  'qa.end-punctuation': { severity: 'minor', description: 'The sentence ends with another sign.' },
  'qa.quotes': { severity: 'minor', description: 'The target has more or fewer quotation marks.' },
  'qa.url': { severity: 'minor', description: 'An address of the source is not in the target.' },
  'qa.accelerator': { severity: 'minor', description: 'The key that opens a menu entry is not marked once.' },
} as const satisfies CheckRules);

export type QaRule = keyof typeof qaRules;
