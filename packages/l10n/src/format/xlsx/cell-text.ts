import { escapeXmlText } from '../xml/escape-xml.js';
import type { Spellings } from '../text/spellings.js';

const escape = /_x([0-9A-Fa-f]{4})_/gu;

/** Class of the characters that XML or Excel cannot hold as they are. */
const control = String.raw`[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]`;
const unsafe = new RegExp(`_(?=x[0-9A-Fa-f]{4}(?:_|${control}))|${control}`, 'gu');

/** Maximum number of characters that a cell of Excel holds, in UTF-16 units. */
export const maxCellLength = 32_767;

/** Decodes the text of a cell, in which `_x000D_` is a character by its number. */
export function decodeCellText(text: string): string {
  if (!text.includes('_x')) return text;
  const decoded = text.replaceAll(escape, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  // Half of a character stays as the file spells it.
  return decoded.isWellFormed() ? decoded : text;
}

/**
 * Encodes the text of a cell as XML; text that looks like an escape has its first character escaped, and characters that
 * the old value spelled stay spelled so.
 */
export function encodeCellText(text: string, spellings?: Spellings): string {
  const escaped = text.replaceAll(unsafe, (char) => `_x${hexOf(char)}_`);
  if (spellings === undefined) return escapeXmlText(escaped);
  let written = '';
  for (const char of escaped) {
    const spelled = spellings.take(char) ?? char;
    // In a CDATA section these stood for themselves.
    const isMarkup = spelled === '&' || spelled === '<' || (spelled === '>' && written.endsWith(']]'));
    written += isMarkup ? escapeXmlText(char) : spelled;
  }
  return written;
}

function hexOf(char: string): string {
  return char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
}
