import { PortTarget, unitText, type DisplayHint, type LengthUnit } from '@helve/flow';
import { variantLocale } from '@helve/flow/content';
import { comparedTarget } from '../../check/compared-target.js';
import { checkPorts } from '../../check/check-port.js';
import { severitiesProperty } from '../../check/check-rule.js';
import { lengthFault, lengthLimitProperties, toLengthLimits, type LengthLimits } from '../../check/length-limit.js';
import { reportFindings } from '../../check/report-findings.js';
import { pairUnits, type UnitPair } from '../../check/unit-pair.js';
import { wholeUnit } from '../../check/unit-range.js';
import { countWords } from '../../text/count-words.js';
import { lengthUnitNames, textLength } from '../../text/text-length.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { targetLocaleProperty, targetLocale } from '../../tool-kit/target-locale.js';
import { lengthRules, type LengthRule } from './length-rules.js';

const limit = (description: string) => ({ type: 'integer', minimum: 0, default: 0, description }) as const;

/** Finds targets that do not fit or are out of proportion to their source. */
export const lengthCheck = flowToolEntry({
  meta: {
    id: 'length-check',
    version: '1.0.0',
    category: 'validate',
    displayName: 'Length check',
    description: 'Finds targets that are too long or too short, in absolute terms or relative to their source.',
    cardinality: 'bilingual',
    requires: ['target-language'],
    consumes: [{ type: 'target', side: PortTarget }],
    produces: checkPorts,
  },
  groups: [
    {
      id: 'limits',
      title: 'Limits',
      properties: ['maxChars', 'maxWords', 'maxPercentage', 'minPercentage', 'unit', 'useHint'],
    },
    {
      id: 'longer',
      title: 'Longer than the source',
      properties: ['checkMaxCharLength', 'maxCharLengthBreak', 'maxCharLengthAbove', 'maxCharLengthBelow'],
    },
    {
      id: 'shorter',
      title: 'Shorter than the source',
      properties: ['checkMinCharLength', 'minCharLengthBreak', 'minCharLengthAbove', 'minCharLengthBelow'],
    },
    { id: 'report', title: 'Report', properties: ['severities', 'targetLocale'] },
  ],
  properties: {
    maxChars: limit('Maximum length of a target; 0 means no limit.'),
    maxWords: limit('Maximum number of words in a target; 0 means no limit.'),
    maxPercentage: limit('Maximum length of a target, in percent of its source; 0 means no limit.'),
    minPercentage: limit('Minimum length of a target, in percent of its source; 0 means no limit.'),
    unit: {
      enum: ['chars', 'graphemes', 'utf16', 'utf8'],
      default: 'chars',
      description: 'Unit of maxChars and of the percentages.',
    },
    useHint: { type: 'boolean', default: true, description: 'Check the maximum length that the block itself gives.' },
    ...lengthLimitProperties,
    severities: severitiesProperty(lengthRules),
    targetLocale: targetLocaleProperty,
  },
  create: (config) => {
    const limits = { ...config, relative: toLengthLimits(config) };
    return {
      annotate(view, ctx) {
        const variant = targetLocale(ctx);
        const target = comparedTarget(view, variant);
        if (!view.translatable || target === undefined) return;
        const locale = variantLocale(variant);
        const hint = config.useHint ? view.displayHint : undefined;
        const drafts = pairUnits(view.source, target, locale).flatMap((pair) =>
          findFaults(pair, locale, limits, hint).map(([rule, message]) => ({
            rule,
            severity: lengthRules[rule].severity,
            message,
            side: variant,
            range: wholeUnit({ runs: pair.target, path: pair.path }),
            other: { side: null, range: wholeUnit({ runs: pair.source, path: pair.sourcePath }) },
          })),
        );
        reportFindings(view, 'length-check', drafts, { variant, severities: config.severities });
      },
    };
  },
});

interface Limits {
  readonly maxChars: number;
  readonly maxWords: number;
  readonly maxPercentage: number;
  readonly minPercentage: number;
  readonly unit: LengthUnit;
  readonly relative: LengthLimits;
}

type Fault = readonly [rule: LengthRule, message: string];

function findFaults(pair: UnitPair, locale: string, limits: Limits, hint: DisplayHint | undefined): readonly Fault[] {
  const text = unitText(pair.target);
  return [
    ...tooLong('length.max-chars', text, limits.unit, limits.maxChars),
    ...tooManyWords(text, locale, limits.maxWords),
    ...tooLong('length.hint', text, hint?.unit ?? 'chars', hint?.maxLength ?? 0),
    ...outOfShare(unitText(pair.source), text, limits),
    ...outOfProportion(unitText(pair.source), text, limits.relative),
  ];
}

function tooLong(rule: LengthRule, text: string, unit: LengthUnit, most: number): readonly Fault[] {
  const length = most === 0 ? 0 : textLength(text, unit);
  if (length <= most) return [];
  return [[rule, `The target has ${length} ${lengthUnitNames[unit]}, at most ${most} allowed`]];
}

function tooManyWords(text: string, locale: string, most: number): readonly Fault[] {
  const words = most === 0 ? 0 : countWords(text, locale);
  return words <= most ? [] : [['length.max-words', `The target has ${words} words, at most ${most} allowed`]];
}

function outOfShare(source: string, target: string, limits: Limits): readonly Fault[] {
  const { unit, maxPercentage, minPercentage } = limits;
  if ((maxPercentage === 0 && minPercentage === 0) || source === '') return [];
  const [from, to] = [textLength(source, unit), textLength(target, unit)];
  const renderMessage = (words: string, percent: number) =>
    `The target has ${to} ${lengthUnitNames[unit]}, ${words} than ${percent} % of the ${from} of the source`;
  if (maxPercentage > 0 && to * 100 > from * maxPercentage) {
    return [['length.max-percentage', renderMessage('more', maxPercentage)]];
  }
  return to * 100 < from * minPercentage ? [['length.min-percentage', renderMessage('less', minPercentage)]] : [];
}

function outOfProportion(source: string, target: string, limits: LengthLimits): readonly Fault[] {
  const fault = lengthFault(limits, source, target);
  if (fault === undefined) return [];
  return [[fault.is === 'long' ? 'length.max-relative' : 'length.min-relative', fault.message]];
}
