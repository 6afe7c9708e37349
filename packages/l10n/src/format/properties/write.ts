import type { Runs } from '@helve/flow';
import { contentText } from '../code/content-text.js';
import { formatMessage } from '../messageformat/format-message.js';
import { NoteEntry } from '../note-entry.js';
import { formText, pickMonolingual, spliceWriter } from '../splice-document.js';
import { encodeComment } from './encode-comment.js';

/** Writes a properties file around the changed values. */
export const writeProperties = spliceWriter({
  pick: (entry, block, ctx) => (entry instanceof NoteEntry ? entry.pick(block) : pickMonolingual(entry, block, ctx)),
  encode: (runs, entry) => {
    if (entry instanceof NoteEntry) return encodeComment(entry.raw, contentText(runs ?? [], false));
    return encodeValue(renderText(runs ?? [], formText(entry)), formText(entry));
  },
  encodeText: (text, entry) => encodeValue(text, formText(entry)),
  escaper: { escape: escapeLacking },
});

function renderText(runs: Runs, form: string): string {
  return form.includes('message ') ? formatMessage(runs, 'doubled') : contentText(runs, form.includes('icu '));
}

const named: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\f': '\\f' };

function encodeValue(text: string, form: string): string {
  const escaped = text
    .replaceAll(/[\\\p{Cc}]/gu, (char) => named[char] ?? escapeUnits(char))
    .replace(/^[ =:]/u, '\\$&');
  const value = form.includes('ascii ') ? toAscii(escaped) : escaped;
  // A key without a separator would run into its value.
  return form.includes('bare ') && value !== '' ? `=${value}` : value;
}

/**
 * Escapes characters that the encoding lacks; a backslash before a character means nothing, but before an escape it
 * would.
 */
function escapeLacking(text: string, holds: (char: string) => boolean): string {
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
