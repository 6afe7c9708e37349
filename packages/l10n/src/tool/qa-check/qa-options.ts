import type { PropertySchema } from '@helve/flow';
import { lengthLimitProperties, toLengthLimits } from '../../check/length-limit.js';
import type { ConfigOf } from '../../tool-kit/flow-tool-entry.js';
import { codeRule } from './code-rules.js';
import { checkCorrupted } from './corrupted-rule.js';
import { absoluteLengthRule, relativeLengthRule } from './length-rules.js';
import { checkNumbers } from './number-rule.js';
import type { PairRule } from './qa-pair.js';
import { checkDoubleSpaces, checkLeadingSpace, checkTrailingSpace } from './space-rules.js';
import { styleRules } from './style-rules.js';
import { doubledWordRule, sameAsSourceRule } from './word-rules.js';

const flag = (value: boolean, description: string) => ({ type: 'boolean', default: value, description }) as const;

/** Parameters that switch rules on and off, with their limits. */
export const qaProperties = {
  checkEmptyTarget: flag(true, 'Report untranslated sources.'),
  checkEmptySource: flag(true, 'Report targets without a source.'),
  checkLeadingWhitespace: flag(true, 'Compare leading white space.'),
  checkTrailingWhitespace: flag(true, 'Compare trailing white space.'),
  checkDoubleSpaces: flag(true, 'Report double spaces.'),
  checkDoubledWord: flag(true, 'Report repeated words.'),
  doubledWordExceptions: {
    type: 'array',
    items: { type: 'string' },
    default: ['sie', 'vous', 'nous'],
    description: 'Words that may be repeated.',
  },
  checkSameAsSource: flag(true, 'Report targets that equal their source.'),
  sameWithNumbers: flag(true, 'Include texts that consist only of numbers.'),
  sameWithCodes: flag(true, 'Include texts with inline codes.'),
  checkCorrupted: flag(true, 'Report characters corrupted by a wrong encoding.'),
  ...lengthLimitProperties,
  absoluteMax: {
    type: 'integer',
    minimum: 0,
    default: 0,
    description: 'Maximum number of characters in a target; 0 means no limit.',
  },
  patterns: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        source: { type: 'string', minLength: 1, description: 'Pattern for the source.' },
        target: { type: 'string', minLength: 1, description: 'Pattern for the target, which must match as often.' },
        description: { type: 'string', description: 'Purpose of the pattern.' },
      },
      required: ['source', 'description'],
    },
    default: [],
    description:
      'Patterns whose matches in the source must also be in the target, or whose target pattern must match as often.',
  },
  checkCodeDifference: flag(true, 'Compare the inline codes of source and target.'),
  strictCodeOrder: flag(false, 'Require all inline codes in the order of the source.'),
  checkSpanConstraints: flag(true, 'Report codes that were deleted or repeated although they must not be.'),
  checkNumbers: flag(true, 'Compare numbers, each side in the notation of its locale.'),
  checkPluralForms: flag(true, 'Compare plural forms with those of the target language.'),
  checkEndPunctuation: flag(
    false,
    'Compare the punctuation at the end of sentences, by the conventions of each language.',
  ),
  checkQuotes: flag(false, 'Compare the number of quotation marks, in any style.'),
  checkUrls: flag(false, 'Report URLs that are missing in the target; their language may differ.'),
  accelerator: {
    enum: ['', '&', '_', '~'],
    default: '',
    description:
      'Character that marks the access key of a menu entry; it must occur once on both sides. Empty means none.',
  },
} as const satisfies Readonly<Record<string, PropertySchema>>;

export type QaConfig = ConfigOf<typeof qaProperties, never>;

/** Lists the rules for one pair of units that a config enables, in order. */
export function selectRules(config: QaConfig): readonly PairRule[] {
  const rules: readonly (readonly [boolean, () => PairRule])[] = [
    [config.checkLeadingWhitespace, () => checkLeadingSpace],
    [config.checkTrailingWhitespace, () => checkTrailingSpace],
    [config.checkDoubleSpaces, () => checkDoubleSpaces],
    [config.checkDoubledWord, () => doubledWordRule(config.doubledWordExceptions)],
    [config.checkSameAsSource, () => sameAsSourceRule(config)],
    [config.checkCorrupted, () => checkCorrupted],
    [config.checkMaxCharLength || config.checkMinCharLength, () => relativeLengthRule(toLengthLimits(config))],
    [true, () => absoluteLengthRule(config.absoluteMax)],
    [true, () => codeRule(config)],
    [config.checkNumbers, () => checkNumbers],
  ];
  return [...rules.filter(([isOn]) => isOn).map(([, rule]) => rule()), ...styleRules(config)];
}
