import type { PropertySchema } from '@helve/flow';
import { lengthLimitProperties, toLengthLimits } from '../../check/length-limit.js';
import type { ConfigOf } from '../../tool-kit/flow-tool-entry.js';
import { checkArguments } from './argument-rules.js';
import { codeRule } from './code-rules.js';
import { checkCorrupted } from './corrupted-rule.js';
import { checkHalfTranslated, checkLanguage } from './language-rules.js';
import { absoluteLengthRule, relativeLengthRule } from './length-rules.js';
import { checkCapital, checkInvisible, checkMixedScripts } from './letter-rules.js';
import { checkInnerLineEnds, checkOuterLineEnds, checkTabs } from './line-rules.js';
import { checkNames, checkShortcuts } from './name-rules.js';
import { checkEmptyPairs, checkGluedCodes, checkMarkup } from './markup-rules.js';
import { checkUnits } from './number/unit-rule.js';
import { checkDoubledSentence, checkSentences } from './sentence-rules.js';
import { checkNumbers, checkNumberSigns } from './number/number-rule.js';
import type { PairRule } from './qa-pair.js';
import { checkEmails, checkOptions, checkUrls } from './reference-rules.js';
import { checkBrackets, checkMarkdown, checkOpeningMarks, checkQuotes } from './sign-rules.js';
import { checkDoubleSpaces, checkLeadingSpace, checkTrailingSpace } from './space-rules.js';
import { styleRules } from './style-rules.js';
import { sameAsSourceRule } from './same-rule.js';
import { doubledWordRule } from './word-rules.js';

const flag = (value: boolean, description: string) => ({ type: 'boolean', default: value, description }) as const;

/** Parameters that switch rules on and off, with their limits. */
export const qaProperties = {
  checkEmptyTarget: flag(true, 'Report untranslated sources.'),
  checkEmptySource: flag(true, 'Report targets without a source.'),
  checkChangedSource: flag(true, 'Report translations whose source has changed, where the run knows it (`--since`).'),
  checkLeadingWhitespace: flag(true, 'Compare leading white space.'),
  checkTrailingWhitespace: flag(true, 'Compare trailing white space.'),
  checkDoubleSpaces: flag(true, 'Report double spaces.'),
  checkDoubledWord: flag(true, 'Report repeated words and sentences.'),
  doubledWordExceptions: {
    type: 'array',
    items: { type: 'string' },
    default: ['sie', 'vous', 'nous'],
    description: 'Words that may be repeated.',
  },
  checkSameAsSource: flag(true, 'Report targets that equal their source.'),
  sameWithNames: flag(false, 'Include single words and names, which often are the same in other languages.'),
  sameWithNumbers: flag(false, 'Include texts that consist only of numbers.'),
  sameWithCodes: flag(true, 'Include texts with inline codes.'),
  checkCorrupted: flag(true, 'Report characters corrupted by a wrong encoding.'),
  ...lengthLimitProperties,
  charLengthSlack: {
    type: 'integer',
    minimum: 0,
    default: 20,
    description:
      'Number of characters by which a target may be shorter than these limits; it may be longer by three times as many.',
  },
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
  checkNumbers: flag(true, 'Compare numbers, each side in the notation of its locale, and their units.'),
  checkPluralForms: flag(true, 'Compare plural forms with those of the target language.'),
  checkEndPunctuation: flag(
    false,
    'Compare the punctuation at the end of sentences, by the conventions of each language.',
  ),
  checkQuotes: flag(
    true,
    'Report quotation marks without a partner, quotations that lost their marks, and questions of Spanish without the first one.',
  ),
  checkBrackets: flag(true, 'Report brackets without a partner.'),
  checkLineEnds: flag(true, 'Compare line ends and tabs.'),
  checkMarkdown: flag(true, 'Compare links, inline code and strong text of Markdown.'),
  checkUrls: flag(true, 'Report URLs that are missing in the target; their language may differ.'),
  checkReferences: flag(
    true,
    'Report e-mail addresses, options and paths that are missing in the target, and names and shortcuts that changed.',
  ),
  checkCapital: flag(
    false,
    'Report sentences that begin with a small letter; some projects write items of lists so on purpose.',
  ),
  checkInvisible: flag(true, 'Report invisible characters, and letters of another script that look alike.'),
  checkLanguage: flag(true, 'Report targets in another language, and pieces of the source that are not translated.'),
  accelerator: {
    enum: ['auto', '', '&', '_', '~'],
    default: 'auto',
    description:
      'Character that marks the access key of a menu entry; it must occur once on both sides. Empty means none; auto finds "&" and "_" in short texts.',
  },
} as const satisfies Readonly<Record<string, PropertySchema>>;

export type QaConfig = ConfigOf<typeof qaProperties, never>;

type RuleSwitch = readonly [isOn: boolean, rule: () => PairRule];

/** Rules about what a program needs of a text, which hold in every language. */
const codeRules = (config: QaConfig): readonly RuleSwitch[] => [
  [true, () => absoluteLengthRule(config.absoluteMax)],
  [true, () => codeRule(config)],
  [config.checkCodeDifference, () => checkArguments],
  [config.checkCodeDifference, () => checkGluedCodes],
  [config.checkCodeDifference, () => checkEmptyPairs],
  [config.checkCodeDifference, () => checkMarkup],
];

const enabled = (rules: readonly RuleSwitch[]) => rules.filter(([isOn]) => isOn).map(([, rule]) => rule());

/** Lists the rules for a pseudo-locale, whose text is made by a program and follows no rules of a language. */
export function selectPseudoRules(config: QaConfig): readonly PairRule[] {
  return enabled(codeRules(config));
}

/** Lists the rules for one pair of units that a config enables, in order. */
export function selectRules(config: QaConfig): readonly PairRule[] {
  const rules: readonly RuleSwitch[] = [
    [config.checkLeadingWhitespace, () => checkLeadingSpace],
    [config.checkTrailingWhitespace, () => checkTrailingSpace],
    [config.checkDoubleSpaces, () => checkDoubleSpaces],
    [config.checkDoubledWord, () => doubledWordRule(config.doubledWordExceptions)],
    [config.checkDoubledWord, () => checkDoubledSentence],
    [config.checkSameAsSource, () => sameAsSourceRule(config)],
    [config.checkCorrupted, () => checkCorrupted],
    [
      config.checkMaxCharLength || config.checkMinCharLength,
      () => relativeLengthRule(toLengthLimits(config), config.charLengthSlack),
    ],
    [config.checkMinCharLength, () => checkSentences],
    ...codeRules(config),
    [config.checkNumbers, () => checkNumbers],
    [config.checkNumbers, () => checkNumberSigns],
    [config.checkNumbers, () => checkUnits],
    [config.checkLineEnds, () => checkOuterLineEnds],
    [config.checkLineEnds, () => checkInnerLineEnds],
    [config.checkLineEnds, () => checkTabs],
    [config.checkBrackets, () => checkBrackets],
    [config.checkQuotes, () => checkQuotes],
    [config.checkQuotes, () => checkOpeningMarks],
    [config.checkMarkdown, () => checkMarkdown],
    [config.checkUrls, () => checkUrls],
    [config.checkReferences, () => checkEmails],
    [config.checkReferences, () => checkOptions],
    [config.checkReferences, () => checkNames],
    [config.checkReferences, () => checkShortcuts],
    [config.checkCapital, () => checkCapital],
    [config.checkInvisible, () => checkInvisible],
    [config.checkInvisible, () => checkMixedScripts],
    [config.checkLanguage, () => checkLanguage],
    [config.checkLanguage, () => checkHalfTranslated],
  ];
  return [...enabled(rules), ...styleRules(config)];
}
