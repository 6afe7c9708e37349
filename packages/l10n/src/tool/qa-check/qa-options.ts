import type { PropertySchema } from '@helve/flow';
import type { ConfigOf } from '../flow-tool-entry.js';
import { codeRule } from './code-rules.js';
import { checkCorrupted } from './corrupted-rule.js';
import { absoluteLengthRule, relativeLengthRule, type LengthLimits } from './length-rules.js';
import { checkNumbers } from './number-rule.js';
import type { PairRule } from './qa-pair.js';
import { checkDoubleSpaces, checkLeadingSpace, checkTrailingSpace } from './space-rules.js';
import { doubledWordRule, sameAsSourceRule } from './word-rules.js';

const percent = (value: number, description: string) =>
  ({ type: 'integer', minimum: 0, default: value, description }) as const;
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
  checkMaxCharLength: flag(true, 'Finds targets that are too long for their source.'),
  maxCharLengthBreak: percent(20, 'Is the longest source that counts as short when targets may be too long.'),
  maxCharLengthAbove: percent(200, 'Is how long the target of a longer source may be, in percent.'),
  maxCharLengthBelow: percent(350, 'Is how long the target of a short source may be, in percent.'),
  checkMinCharLength: flag(true, 'Finds targets that are too short for their source.'),
  minCharLengthBreak: percent(20, 'Is the longest source that counts as short when targets may be too short.'),
  minCharLengthAbove: percent(45, 'Is how long the target of a longer source must be, in percent.'),
  minCharLengthBelow: percent(30, 'Is how long the target of a short source must be, in percent.'),
  absoluteMax: percent(0, 'Is how many characters a target may have; 0 means any number.'),
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
    [config.checkMaxCharLength || config.checkMinCharLength, () => relativeLengthRule(limitsOf(config))],
    [true, () => absoluteLengthRule(config.absoluteMax)],
    [true, () => codeRule(config)],
    [config.checkNumbers, () => checkNumbers],
  ];
  return rules.filter(([isOn]) => isOn).map(([, rule]) => rule());
}

function limitsOf(config: QaConfig): LengthLimits {
  const { maxCharLengthBreak, maxCharLengthAbove, maxCharLengthBelow } = config;
  const { minCharLengthBreak, minCharLengthAbove, minCharLengthBelow } = config;
  const max = { shortUpTo: maxCharLengthBreak, short: maxCharLengthBelow, long: maxCharLengthAbove };
  const min = { shortUpTo: minCharLengthBreak, short: minCharLengthBelow, long: minCharLengthAbove };
  return {
    max: config.checkMaxCharLength ? max : undefined,
    min: config.checkMinCharLength ? min : undefined,
  };
}
