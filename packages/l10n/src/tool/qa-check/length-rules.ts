import { codePointLength, unitText, type LengthUnit } from '@helve/flow';
import { countGraphemes } from '../../text/count-graphemes.js';
import { allOfSource, allOfTarget, toDraft, type PairRule } from './qa-pair.js';

/** How long a target may be in percent of its source; short sources have a limit of their own. */
export interface LengthLimit {
  /** The longest source that is short. */
  readonly shortUpTo: number;
  readonly short: number;
  readonly long: number;
}

/** Which lengths are wrong; a limit that is not given is not looked at. */
export interface LengthLimits {
  readonly max: LengthLimit | undefined;
  readonly min: LengthLimit | undefined;
}

/** The target must not be much longer, nor much shorter, than the source. */
export function relativeLengthRule({ max, min }: LengthLimits): PairRule {
  return (pair, found) => {
    const source = codePointLength(unitText(pair.source));
    if (source === 0) return;
    const target = codePointLength(unitText(pair.target));
    const most = max === undefined ? Infinity : limitFor(max, source);
    const least = min === undefined ? 0 : limitFor(min, source);
    if (target * 100 <= source * most && target * 100 >= source * least) return;
    const [rule, words, percent] =
      target * 100 > source * most
        ? (['qa.max-length', 'more', most] as const)
        : (['qa.min-length', 'less', least] as const);
    const message = `The target has ${target} characters, ${words} than ${percent} % of the ${source} of the source`;
    found.push(toDraft(pair, rule, message, { range: allOfTarget(pair), source: allOfSource(pair) }));
  };
}

function limitFor({ shortUpTo, short, long }: LengthLimit, length: number): number {
  return length > shortUpTo ? long : short;
}

const measures: Readonly<Record<LengthUnit, (text: string) => number>> = {
  chars: codePointLength,
  graphemes: countGraphemes,
  utf16: (text) => text.length,
  utf8: (text) => Buffer.byteLength(text),
};
const unitNames: Readonly<Record<LengthUnit, string>> = {
  chars: 'characters',
  graphemes: 'graphemes',
  utf16: 'UTF-16 units',
  utf8: 'bytes of UTF-8',
};

/** The target must fit into its place: that of the check, and that of the block itself. */
export function absoluteLengthRule(absoluteMax: number): PairRule {
  return (pair, found) => {
    const { hint, target } = pair;
    if (absoluteMax === 0 && hint?.maxLength === undefined) return;
    const text = unitText(target);
    const over = (unit: LengthUnit, limit: number) => {
      const length = measures[unit](text);
      if (length <= limit) return;
      const message = `The target has ${length} ${unitNames[unit]}, of ${limit} at most`;
      found.push(toDraft(pair, 'qa.absolute-max-length', message, { range: allOfTarget(pair) }));
    };
    if (absoluteMax > 0) over('chars', absoluteMax);
    if (hint?.maxLength !== undefined) over(hint.unit ?? 'chars', hint.maxLength);
  };
}
