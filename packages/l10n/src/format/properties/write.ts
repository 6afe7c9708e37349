import type { Runs } from '@helve/flow';
import { contentText } from '../code/content-text.js';
import { formatMessage } from '../messageformat/format-message.js';
import { formText, pickMonolingual, spliceWriter } from '../splice-document.js';

/** Writes a properties file around the values that changed. */
export const writeProperties = spliceWriter({
  pick: pickMonolingual,
  encode: (runs, entry) => encodeValue(textOf(runs ?? [], formText(entry)), formText(entry)),
  encodeText: (text, entry) => encodeValue(text, formText(entry)),
  escape: escapeUnits,
});

function textOf(runs: Runs, form: string): string {
  return form.includes('message ') ? formatMessage(runs, 'doubled') : contentText(runs, form.includes('icu '));
}

const named: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\f': '\\f' };

function encodeValue(text: string, form: string): string {
  const escaped = text
    .replaceAll(/[\\\p{Cc}]/gu, (char) => named[char] ?? escapeUnits(char))
    .replace(/^[ =:]/u, '\\$&');
  const value = form.includes('ascii ') ? escaped.replaceAll(/\P{ASCII}+/gu, escapeUnits) : escaped;
  // A key without a separator would run into its value.
  return form.includes('bare ') && value !== '' ? `=${value}` : value;
}

/** Made when first needed: a translated file has the same few hundred characters again and again. */
const escapes = new Map<number, string>();

function escapeUnits(text: string): string {
  let escaped = '';
  for (let at = 0; at < text.length; at += 1) escaped += escapeUnit(text.charCodeAt(at));
  return escaped;
}

function escapeUnit(unit: number): string {
  let escape = escapes.get(unit);
  if (escape === undefined) {
    escape = `\\u${unit.toString(16).toUpperCase().padStart(4, '0')}`;
    escapes.set(unit, escape);
  }
  return escape;
}
