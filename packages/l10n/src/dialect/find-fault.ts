import { parseMessage } from '../format/messageformat/parse-message.js';
import type { Dialect } from './dialect.js';
import { printfShape } from './printf-shape.js';

/** A syntax error that a program would reject. */
export interface Fault {
  readonly problem: string;
  /** In UTF-16 indexes. */
  readonly start: number;
  readonly end: number;
  /** Replacement, if there is only one possibility. */
  readonly instead?: string;
}

const conversion = {
  c: directives(''),
  apple: directives(String.raw`#@\w+@|`),
  android: /%(?:[%n]|(?:\d+\$|<)?[#0\-+,(]*\d*(?:\.\d+)?(?:[bBhHsScCdoxXeEfgGaA]|[tT][A-Za-z]))/y,
  python: /%(?:\([^()]*\))?[#0\-+]*(?:\*|\d+)?(?:\.(?:\*|\d+)?)?[hlL]?[diouxXeEfFgGcrsa%]/y,
} as const;

function directives(others: string): RegExp {
  return new RegExp(String.raw`%(?:%|${others}(?:\d+\$)?${printfShape})`, 'y');
}

/** Finds the first syntax error of a text in its dialect; returns undefined for a guessed dialect. */
export function findFault(text: string, dialect: Dialect): Fault | undefined {
  if (dialect === 'c' || dialect === 'apple' || dialect === 'android' || dialect === 'python')
    return text.includes('%') ? percentFault(text, conversion[dialect]) : undefined;
  if (dialect === 'python-brace') return braceFault(text);
  return dialect === 'icu' ? messageFault(text) : undefined;
}

/** Finds the syntax error of an ICU message. */
export function messageFault(text: string): Fault | undefined {
  if (!/[{}]/.test(text)) return undefined;
  const parsed = parseMessage(text);
  if (parsed.ok) return undefined;
  const start = Math.min(parsed.index, text.length);
  return { problem: parsed.problem, start, end: text.length };
}

function percentFault(text: string, pattern: RegExp): Fault | undefined {
  for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', at)) {
    pattern.lastIndex = at;
    const [found] = pattern.exec(text) ?? [];
    if (found === undefined) {
      // A percent sign that no name, number or letter follows is a literal sign.
      const isSign = !/^%[\w($]/.test(text.slice(at, at + 2));
      return {
        problem: 'a percent sign does not start a placeholder',
        start: at,
        end: at + 1,
        ...(isSign ? { instead: '%%' } : {}),
      };
    }
    at += found.length;
  }
  return undefined;
}

function braceFault(text: string): Fault | undefined {
  let open = -1;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign !== '{' && sign !== '}') continue;
    if (depth === 0 && text[at + 1] === sign) at += 1;
    else if (sign === '{') {
      if (depth === 0) open = at;
      depth += 1;
    } else if (depth === 0) return { problem: 'a closing brace has no opening brace', start: at, end: at + 1 };
    else depth -= 1;
  }
  return depth === 0 ? undefined : { problem: 'an opening brace is not closed', start: open, end: open + 1 };
}
