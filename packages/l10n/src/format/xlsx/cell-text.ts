import { escapeXmlText } from '../xml/escape-xml.js';

const escape = /_x([0-9A-Fa-f]{4})_/gu;

// oxlint-disable-next-line no-control-regex -- these are the characters that XML or Excel cannot hold as they are
const unsafe =
  /_(?=x[0-9A-Fa-f]{4}(?:_|[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]))|[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/gu;

/** Maximum number of characters that a cell of Excel holds, in UTF-16 units. */
export const maxCellLength = 32_767;

/** Decodes the text of a cell, in which `_x000D_` is a character by its number. */
export function decodeCellText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(escape, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Encodes the text of a cell as XML; text that looks like an escape has its first character escaped. */
export function encodeCellText(text: string): string {
  return escapeXmlText(text.replaceAll(unsafe, (char) => `_x${hexOf(char)}_`));
}

function hexOf(char: string): string {
  return char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
}
