import { unitText, type LengthUnit } from '@helve/flow';
import { lengthFault, type LengthLimits } from '../../check/length-limit.js';
import { lengthUnitNames, textLength } from '../../text/text-length.js';
import { allOfSource, allOfTarget, hasPipes, toDraft, type PairRule } from './qa-pair.js';

/** Creates the rule that the target is neither much longer nor much shorter than the source. */
export function relativeLengthRule(limits: LengthLimits, slack: number): PairRule {
  return (pair, found) => {
    const longest = hasPipes(pair) ? longestForm : String;
    const fault = lengthFault(limits, longest(unitText(pair.source)), longest(unitText(pair.target)), slack);
    if (fault === undefined) return;
    const rule = fault.is === 'long' ? 'qa.max-length' : 'qa.min-length';
    found.push(toDraft(pair, rule, fault.message, { range: allOfTarget(pair), source: allOfSource(pair) }));
  };
}

function longestForm(text: string): string {
  return text.split('|').reduce((one, other) => (other.length > one.length ? other : one), '');
}

/** Creates the rule that the target fits: within the limit of the check, and that of the block itself. */
export function absoluteLengthRule(absoluteMax: number): PairRule {
  return (pair, found) => {
    const { hint, target } = pair;
    if (absoluteMax === 0 && hint?.maxLength === undefined) return;
    const text = unitText(target);
    const over = (unit: LengthUnit, limit: number) => {
      const length = textLength(text, unit);
      if (length <= limit) return;
      const message = `The target has ${length} ${lengthUnitNames[unit]}, at most ${limit} allowed`;
      found.push(toDraft(pair, 'qa.absolute-max-length', message, { range: allOfTarget(pair) }));
    };
    if (absoluteMax > 0) over('chars', absoluteMax);
    if (hint?.maxLength !== undefined) over(hint.unit ?? 'chars', hint.maxLength);
  };
}
