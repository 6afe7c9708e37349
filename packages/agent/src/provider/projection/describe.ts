import { keywordOrder } from '../keyword-table.js';

/** A description, and the number of characters left out of it. */
export interface Described {
  readonly text: string;
  readonly cut: number;
}

type Rules = readonly (readonly [keyword: string, text: string])[];

/**
 * Adds one line of rules to a description, in the order of the keyword table; cuts the author's words first where it is
 * too long.
 */
export function describe(description: string, rules: Rules, maxLength = Number.POSITIVE_INFINITY): Described {
  const line = rulesLine(rules);
  const full = [description, line].filter((part) => part !== '').join('\n');
  if (full.length <= maxLength) return { text: full, cut: 0 };
  const room = maxLength - line.length - 1;
  const text = room > 1 ? `${shorten(description, room)}${line === '' ? '' : `\n${line}`}` : shorten(line, maxLength);
  return { text, cut: full.length - text.length };
}

function rulesLine(rules: Rules): string {
  if (rules.length === 0) return '';
  const inOrder = [...rules].sort(([a], [b]) => keywordOrder.indexOf(a) - keywordOrder.indexOf(b));
  return `Rules: ${inOrder.map(([, text]) => text).join(', ')}.`;
}

function shorten(text: string, maxLength: number): string {
  // Never half of a surrogate pair.
  return `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
