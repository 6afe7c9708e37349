import type { Runs } from '@helve/flow';
import { contentText } from '../code/content-text.js';
import { formatMessage } from '../messageformat/format-message.js';
import { formText, pickMonolingual, spliceWriter } from '../splice-document.js';

/** Writes a properties file around the values that changed. */
export const writeProperties = spliceWriter({
  pick: pickMonolingual,
  encode: (runs, entry) => encodeValue(textOf(runs ?? [], formText(entry)), formText(entry)),
  encodeText: (text, entry) => encodeValue(text, formText(entry)),
  escape: escapeChar,
});

function textOf(runs: Runs, form: string): string {
  return form.includes('message ') ? formatMessage(runs, 'doubled') : contentText(runs, form.includes('icu '));
}

const named: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\f': '\\f' };

function encodeValue(text: string, form: string): string {
  const escaped = text.replaceAll(/[\\\p{Cc}]/gu, (char) => named[char] ?? escapeChar(char)).replace(/^[ =:]/u, '\\$&');
  const value = form.includes('ascii ') ? escaped.replaceAll(/\P{ASCII}/gu, escapeChar) : escaped;
  // A key without a separator would run into its value.
  return form.includes('bare ') && value !== '' ? `=${value}` : value;
}

function escapeChar(char: string): string {
  const units = Array.from({ length: char.length }, (_, at) => char.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).toUpperCase().padStart(4, '0')}`).join('');
}
