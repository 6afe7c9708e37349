import { isIPv4, isIPv6 } from 'node:net';
import { isPlainObject } from '@helve/core';
import { isIban, isLuhn } from './checksum.js';

/** One built-in kind of private data. */
interface Preset {
  /** Bounded everywhere, so that no text can make it slow. */
  readonly pattern: RegExp;
  /** Returns the length of the accepted part of a match, or 0. */
  accept?(match: string): number;
}

const all = (test: (match: string) => boolean) => (match: string) => (test(match) ? match.length : 0);
const keepDigits = (text: string) => text.replaceAll(/\D/g, '');

const presets = Object.freeze({
  email: {
    pattern:
      /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-](?:[\p{L}\p{N}._%+-]|'(?=\p{L})){0,63}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,62}/gu,
  },
  phone: {
    pattern: /(?<![\p{L}\p{N}+./-])(?:\(?\+ ?|\(|0|[18] ?\(|1-|\d{3}[-. ])[\d \u00a0./()‑–-]{5,24}\d(?![\p{L}\p{N}])/gu,
    accept: all(isPhone),
  },
  iban: {
    pattern: /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:[ \u00a0]?[A-Z\d]{4}){2,7}(?:[ \u00a0]?[A-Z\d]{1,4})?/gu,
    accept: ibanLength,
  },
  'credit-card': {
    pattern: /(?<![\p{L}\p{N}])\d(?:[ \u00a0-]?\d){12,18}(?![\p{L}\p{N}])/gu,
    accept: all((match) => !/^(\d)\1+$/.test(keepDigits(match)) && isLuhn(keepDigits(match))),
  },
  ip: {
    pattern:
      /(?<![\p{L}\p{N}:.])(?:\d{1,3}(?:\.\d{1,3}){3}(?!\.?\d)|[\da-fA-F]{0,4}(?::[\da-fA-F]{0,4}){2,7}(?:\.\d{1,3}){0,3})(?![\p{L}\p{N}])/gu,
    accept: ipLength,
  },
  uuid: {
    pattern: /(?<![\p{L}\p{N}-])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\p{L}\p{N}-])/giu,
  },
  jwt: {
    pattern: /(?<![\w-])eyJ[\w-]{5,4096}\.eyJ[\w-]{3,8192}\.[\w-]{0,4096}/gu,
    accept: all((match) => isTokenHeader(match.slice(0, match.indexOf('.')))),
  },
  'api-key': {
    pattern:
      /(?<![\w-])(?:(?:sk|pk|rk)[-_](?:[a-z]{2,8}[-_]){0,2}[\w-]{16,200}|(?:AKIA|ASIA)[A-Z\d]{16}|gh[pousr]_[A-Za-z\d]{36}|github_pat_\w{22,100}|glpat-[\w-]{20,60}|xox[abprs]-[\w-]{10,200}|AIza[\w-]{35}|npm_[A-Za-z\d]{36})(?![\w-])/gu,
  },
} as const satisfies Readonly<Record<string, Preset>>);

export type PresetName = keyof typeof presets;

/** Names of the built-in kinds of private data. */
export const presetNames = Object.freeze(Object.keys(presets) as PresetName[]);

/** Finds the matches of a preset in a text, in UTF-16 indexes. */
export function findPreset(name: PresetName, text: string): readonly { start: number; end: number }[] {
  const { pattern, accept }: Preset = presets[name];
  const found: { start: number; end: number }[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const length = accept === undefined ? match[0].length : accept(match[0]);
    if (length > 0) found.push({ start: match.index, end: match.index + length });
    // The rest after a shortened or rejected match may be a match of its own.
    pattern.lastIndex = match.index + Math.max(length, 1);
  }
  return found;
}

/** Dates, fractions and ranges of years that start like a phone number. */
const noPhone =
  /^\d{4}-\d\d-\d\d$|^\d{1,2}([./-])\d{1,2}\1(?:\d{4}(?!\d)|\d{2}$)|^\d{1,2}\. ?\d{1,2}\. ?\d{4}(?!\d)|^0\.\d|^\((?!\+?\d{1,5}\))/;

/** True for numbers of 7 to 15 digits in the notation of phone numbers. */
function isPhone(match: string): boolean {
  const { length } = keepDigits(match);
  if (length < 7 || length > 15 || noPhone.test(match) || isIPv4(match)) return false;
  return /^(?:\+|[18]? ?\(|0)/.test(match) || /^(?:1-)?\d{3}([-. ])\d{3}\1\d{4}$/.test(match);
}

/** Returns the length of an account number, without a following word that looks like another group of it. */
function ibanLength(match: string): number {
  for (let end = match.length; end >= 15; end -= 1) if (isWholeIban(match, end)) return end;
  return 0;
}

function isWholeIban(match: string, end: number): boolean {
  const isSpace = (index: number) => /\s/.test(match[index] ?? ' ');
  return isSpace(end) && !isSpace(end - 1) && isIban(match.slice(0, end));
}

function ipLength(match: string): number {
  const address = match.replace(/[.:]$/, (sign) => (match.endsWith('::') ? sign : ''));
  return isIPv4(address) || (isIPv6(address) && address !== '::') ? address.length : 0;
}

function isTokenHeader(part: string): boolean {
  try {
    const header: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return isPlainObject(header) && typeof header['alg'] === 'string';
  } catch {
    return false;
  }
}
