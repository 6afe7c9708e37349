import type { Runs } from '@helve/flow';
import { contentText } from '../code/content-text.js';
import { formatMessage } from '../messageformat/format-message.js';
import { Spellings, type SpelledChar } from '../text/spellings.js';

/** Spells content as the text of a value, before escapes. */
export function renderText(runs: Runs, form: string): string {
  const { flags } = splitForm(form);
  return flags.includes('message ') ? formatMessage(runs, 'doubled') : contentText(runs, flags.includes('icu '));
}

/** Joins the facts of a value, and its old spelling if characters were escaped in it that need not be. */
export function joinForm(flags: string, raw: string): string {
  return /\\[^\\nrtf\r\n]/u.test(raw) ? `${flags}|${raw}` : flags;
}

function splitForm(form: string): { readonly flags: string; readonly raw: string } {
  const at = form.indexOf('|');
  return at < 0 ? { flags: form, raw: '' } : { flags: form.slice(0, at), raw: form.slice(at + 1) };
}

const spelling = /\\u[0-9a-fA-F]{4}|\\(?:\r\n|[\r\n])[ \t\f]*|\\?[\s\S]/gu;

/** Lists the characters of a value with their spelling. */
function* spelledChars(raw: string): Generator<SpelledChar> {
  for (const [found] of raw.matchAll(spelling)) {
    if (/^\\u./u.test(found)) yield { char: String.fromCharCode(Number.parseInt(found.slice(2), 16)), raw: found };
    else if (!/^\\[nrtf\r\n]/u.test(found)) yield { char: found.slice(-1), raw: found };
  }
}

const named: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\f': '\\f' };

/** Escapes the text of a value: what its author escaped stays so. */
export function encodeValue(text: string, form: string): string {
  const { flags, raw } = splitForm(form);
  const escaped = (raw === '' ? escapeNeeded(text) : escapeLike(text, raw)).replace(/^[ =:]/u, '\\$&');
  const value = flags.includes('ascii ') ? toAscii(escaped) : escaped;
  // A key without a separator would run into its value.
  return flags.includes('bare ') && value !== '' ? `=${value}` : value;
}

function escapeNeeded(text: string): string {
  return text.replaceAll(/[\\\p{Cc}]/gu, (char) => named[char] ?? escapeUnits(char));
}

function escapeLike(text: string, raw: string): string {
  const spellings = new Spellings(spelledChars(raw));
  return text.replaceAll(/[\s\S]/gu, (char) => {
    const spelled = spellings.take(char);
    return spelled === undefined || spelled === char ? escapeNeeded(char) : spelled;
  });
}

/** Escapes a key: everything that would end it, and what would make a comment of it. */
export function encodeKey(key: string, isAscii: boolean): string {
  const escaped = escapeNeeded(key).replaceAll(/[ =:]/gu, '\\$&').replace(/^[#!]/u, '\\$&');
  return isAscii ? toAscii(escaped) : escaped;
}

/**
 * Escapes characters that the encoding lacks; a backslash before a character means nothing, but before an escape it
 * would.
 */
export function escapeLacking(text: string, holds: (char: string) => boolean): string {
  return text.replaceAll(/\\?./gsu, (found) => {
    const char = found.length > 1 && found.startsWith('\\') ? found.slice(1) : found;
    return holds(char) ? found : escapeUnits(char);
  });
}

/** Escapes non-ASCII text byte by byte, since whole words of a translation may need it. */
function toAscii(text: string): string {
  const bytes = Buffer.allocUnsafe(text.length * escapeLength);
  let end = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes[end++] = unit;
    else end = writeEscape(bytes, end, unit);
  }
  return bytes.toString('latin1', 0, end);
}

const escapeLength = 6;

function writeEscape(bytes: Uint8Array, at: number, unit: number): number {
  bytes[at] = 0x5c;
  bytes[at + 1] = 0x75;
  for (let digit = 0; digit < 4; digit += 1) bytes[at + 5 - digit] = hexDigits.charCodeAt((unit >> (4 * digit)) & 15);
  return at + escapeLength;
}

const hexDigits = '0123456789ABCDEF';

function escapeUnits(text: string): string {
  let escaped = '';
  for (let at = 0; at < text.length; at += 1) {
    escaped += `\\u${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}`;
  }
  return escaped;
}
