import type { Runs } from '@helve/flow';
import { contentText } from '../code/content-text.js';
import { formatMessage } from '../messageformat/format-message.js';

/** Spells content as the text of a value, before escapes. */
export function renderText(runs: Runs, form: string): string {
  return form.includes('message ') ? formatMessage(runs, 'doubled') : contentText(runs, form.includes('icu '));
}

const named: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\f': '\\f' };

/** Escapes the text of a value. */
export function encodeValue(text: string, form: string): string {
  const escaped = text
    .replaceAll(/[\\\p{Cc}]/gu, (char) => named[char] ?? escapeUnits(char))
    .replace(/^[ =:]/u, '\\$&');
  const value = form.includes('ascii ') ? toAscii(escaped) : escaped;
  // A key without a separator would run into its value.
  return form.includes('bare ') && value !== '' ? `=${value}` : value;
}

/** Escapes a key: everything that would end it, and what would make a comment of it. */
export function encodeKey(key: string, isAscii: boolean): string {
  const escaped = key
    .replaceAll(/[\\\p{Cc}]/gu, (char) => named[char] ?? escapeUnits(char))
    .replaceAll(/[ =:]/gu, '\\$&')
    .replace(/^[#!]/u, '\\$&');
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
