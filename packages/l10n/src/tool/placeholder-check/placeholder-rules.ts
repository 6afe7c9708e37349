import type { CheckRules } from '../../check/check-rule.js';

/** Rules of placeholder-check. */
export const placeholderRules = Object.freeze({
  'placeholder.missing': {
    severity: 'critical',
    description: 'A placeholder of the source is not in the target.',
    example: { source: 'Delete %s?', target: 'Löschen?', flags: 'c-format' },
  },
  'placeholder.extra': {
    severity: 'major',
    description: 'A placeholder of the target is not in the source.',
    example: { source: 'Deleted', target: '{name} gelöscht' },
  },
  'placeholder.type': {
    severity: 'critical',
    description: 'A placeholder has another type than in the source.',
    example: { source: '%d files', target: '%s Dateien', flags: 'c-format' },
  },
  'placeholder.order': {
    severity: 'critical',
    description: 'Placeholders without a position or name are in another order, so that each gets the wrong value.',
    example: { source: '%s has %d files', target: '%d Dateien hat %s', flags: 'c-format' },
  },
  'placeholder.invalid': {
    severity: 'critical',
    description: 'The program that uses the target cannot parse it.',
    example: { source: '%d%% of %s', target: '%d% von %s', flags: 'c-format' },
  },
  'placeholder.invalid-source': {
    severity: 'critical',
    description:
      'The source is meant as an ICU message and cannot be parsed, so that no translation of it can be compared.',
    example: {
      source: '{n, plural, one {# file} other {# files}',
      target: '{n, plural, one {# Datei} other {# Dateien}}',
    },
  },
  'placeholder.cases': {
    severity: 'major',
    description: 'The cases of a select differ.',
    example: { source: '{who, select, her {She} other {They}}', target: '{who, select, other {Sie}}' },
  },
  'placeholder.plural-forms': {
    severity: 'major',
    description: 'A message in the text lacks a plural form that the target language needs.',
    example: { source: '{n, plural, one {# file} other {# files}}', target: '{n, plural, other {# Dateien}}' },
  },
  'placeholder.nesting': {
    severity: 'major',
    description: 'A tag of the target is not closed, or is closed by another tag.',
    example: { source: 'Save <b>all</b> files', target: '<b>Alle Dateien sichern' },
  },
} as const satisfies CheckRules);

export type PlaceholderRule = keyof typeof placeholderRules;
