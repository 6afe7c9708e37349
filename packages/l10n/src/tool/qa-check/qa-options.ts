import type { PropertySchema } from '@helve/flow';
import { lengthLimitProperties, lengthLimitsOf } from '../../check/length-limit.js';
import type { ConfigOf } from '../flow-tool-entry.js';
import { codeRule } from './code-rules.js';
import { checkCorrupted } from './corrupted-rule.js';
import { absoluteLengthRule, relativeLengthRule } from './length-rules.js';
import { checkNumbers } from './number-rule.js';
import type { PairRule } from './qa-pair.js';
import { checkDoubleSpaces, checkLeadingSpace, checkTrailingSpace } from './space-rules.js';
import { styleRules } from './style-rules.js';
import { doubledWordRule, sameAsSourceRule } from './word-rules.js';

const flag = (value: boolean, description: string) => ({ type: 'boolean', default: value, description }) as const;

/** The parameters that turn rules on and off, with the numbers that they go by. */
export const qaProperties = {
  checkEmptyTarget: flag(true, 'Finds sources that are not translated.'),
  checkEmptySource: flag(true, 'Finds targets without a source.'),
  checkLeadingWhitespace: flag(true, 'Compares white space at the beginning.'),
  checkTrailingWhitespace: flag(true, 'Compares white space at the end.'),
  checkDoubleSpaces: flag(true, 'Finds two spaces in a row.'),
  checkDoubledWord: flag(true, 'Finds words that stand twice in a row.'),
  doubledWordExceptions: {
    type: 'array',
    items: { type: 'string' },
    default: ['sie', 'vous', 'nous'],
    description: 'Lists words that may stand twice in a row.',
  },
  checkSameAsSource: flag(true, 'Finds targets that are the same as the source.'),
  sameWithNumbers: flag(true, 'Counts equal texts that are numbers only.'),
  sameWithCodes: flag(true, 'Counts equal texts that have inline codes.'),
  checkCorrupted: flag(true, 'Finds characters that a wrong encoding has broken.'),
  ...lengthLimitProperties,
  absoluteMax: {
    type: 'integer',
    minimum: 0,
    default: 0,
    description: 'Is how many characters a target may have; 0 means any number.',
  },
  patterns: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        source: { type: 'string', minLength: 1, description: 'Is the pattern for the source.' },
        target: { type: 'string', minLength: 1, description: 'Is the pattern for the target, to be found as often.' },
        description: { type: 'string', description: 'Says what the pattern is for.' },
      },
      required: ['source', 'description'],
    },
    default: [],
    description: 'Lists patterns; what one finds in the source must be in the target, or be found there as often.',
  },
  checkCodeDifference: flag(true, 'Compares the inline codes of source and target.'),
  strictCodeOrder: flag(false, 'Wants all inline codes in the order of the source.'),
  checkSpanConstraints: flag(true, 'Finds codes that may not be left out or repeated, and are.'),
  checkNumbers: flag(true, 'Compares numbers, each side read as its locale writes them.'),
  checkPluralForms: flag(true, 'Compares plural forms with those of the target language.'),
  checkEndPunctuation: flag(false, 'Compares the sign at the end of a sentence, each language with its own.'),
  checkQuotes: flag(false, 'Counts quotation marks, whatever they look like.'),
  checkUrls: flag(false, 'Finds addresses that are not in the target; their language may be another.'),
  accelerator: {
    enum: ['', '&', '_', '~'],
    default: '',
    description: 'Is the sign before the key of a menu entry, which must stand once on both sides; empty for none.',
  },
} as const satisfies Readonly<Record<string, PropertySchema>>;

export type QaConfig = ConfigOf<typeof qaProperties, never>;

/** The rules about one pair of units that a config turns on, in the order in which they speak. */
export function rulesOf(config: QaConfig): readonly PairRule[] {
  const rules: readonly (readonly [boolean, () => PairRule])[] = [
    [config.checkLeadingWhitespace, () => checkLeadingSpace],
    [config.checkTrailingWhitespace, () => checkTrailingSpace],
    [config.checkDoubleSpaces, () => checkDoubleSpaces],
    [config.checkDoubledWord, () => doubledWordRule(config.doubledWordExceptions)],
    [config.checkSameAsSource, () => sameAsSourceRule(config)],
    [config.checkCorrupted, () => checkCorrupted],
    [config.checkMaxCharLength || config.checkMinCharLength, () => relativeLengthRule(lengthLimitsOf(config))],
    [true, () => absoluteLengthRule(config.absoluteMax)],
    [true, () => codeRule(config)],
    [config.checkNumbers, () => checkNumbers],
  ];
  return [...rules.filter(([isOn]) => isOn).map(([, rule]) => rule()), ...styleRules(config)];
}
