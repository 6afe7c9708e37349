import { countOf } from '@helve/core';
import { codePointLength } from '@helve/flow/content';
import { textWeight } from '../text/text-weight.js';

/** Limit on the length of a target in percent of its source; short sources have a limit of their own. */
interface LengthLimit {
  /** Longest source that counts as short. */
  readonly shortUpTo: number;
  readonly short: number;
  readonly long: number;
}

/** Limits on relative length; a limit that is absent is not checked. */
export interface LengthLimits {
  readonly max: LengthLimit | undefined;
  readonly min: LengthLimit | undefined;
}

const percent = (value: number, description: string) =>
  ({ type: 'integer', minimum: 0, default: value, description }) as const;
const flag = (description: string) => ({ type: 'boolean', default: true, description }) as const;

/** The parameters of checks that compare the length of a target with that of its source. */
export const lengthLimitProperties = {
  checkMaxCharLength: flag('Report targets that are too long for their source.'),
  maxCharLengthBreak: percent(20, 'Longest source, in characters, that counts as short for the maximum length.'),
  maxCharLengthAbove: percent(200, 'Maximum length of the target of a longer source, in percent of the source.'),
  maxCharLengthBelow: percent(350, 'Maximum length of the target of a short source, in percent of the source.'),
  checkMinCharLength: flag('Report targets that are too short for their source.'),
  minCharLengthBreak: percent(20, 'Longest source, in characters, that counts as short for the minimum length.'),
  minCharLengthAbove: percent(45, 'Minimum length of the target of a longer source, in percent of the source.'),
  minCharLengthBelow: percent(30, 'Minimum length of the target of a short source, in percent of the source.'),
} as const;

type LengthLimitConfig = {
  readonly [Name in keyof typeof lengthLimitProperties]: (typeof lengthLimitProperties)[Name]['type'] extends 'boolean'
    ? boolean
    : number;
};

/** Reads the limits from a config. */
export function toLengthLimits(config: LengthLimitConfig): LengthLimits {
  const { maxCharLengthBreak, maxCharLengthAbove, maxCharLengthBelow } = config;
  const { minCharLengthBreak, minCharLengthAbove, minCharLengthBelow } = config;
  const max = { shortUpTo: maxCharLengthBreak, short: maxCharLengthBelow, long: maxCharLengthAbove };
  const min = { shortUpTo: minCharLengthBreak, short: minCharLengthBelow, long: minCharLengthAbove };
  return {
    max: config.checkMaxCharLength ? max : undefined,
    min: config.checkMinCharLength ? min : undefined,
  };
}

/**
 * Compares the length of a target with that of its source, both in letters, and allows it to be `slack` letters shorter or three times as many longer;
 * returns undefined when it is within limits or the source is empty.
 */
export function lengthFault(
  { max, min }: LengthLimits,
  source: string,
  target: string,
  slack = 0,
): { readonly is: 'long' | 'short'; readonly message: string } | undefined {
  const [wanted, actual] = [textWeight(source), textWeight(target)];
  if (wanted === 0) return undefined;
  const most = max === undefined ? Infinity : (wanted * limitFor(max, wanted)) / 100 + 3 * slack;
  const least = min === undefined ? 0 : (wanted * limitFor(min, wanted)) / 100 - slack;
  if (actual <= most && actual >= least) return undefined;
  const is = actual > most ? 'long' : 'short';
  const [length, from] = [codePointLength(target), codePointLength(source)];
  const judgement = is === 'long' ? 'too many' : 'too few';
  return { is, message: `The target has ${countOf(length, 'character')}, ${judgement} for the ${from} of the source` };
}

function limitFor({ shortUpTo, short, long }: LengthLimit, length: number): number {
  return length > shortUpTo ? long : short;
}
