import { escapePo } from './po-string.js';

/** Layout of the strings of a value. */
export interface Layout {
  /** Maximum line length in columns, quotes included; 0 puts all into one string. */
  readonly width: number;
  readonly lineEnd: string;
}

/** The column at which gettext's own tools wrap lines. */
export const usualWidth = 79;

/**
 * Formats a value as strings after its keyword. A value that does not fit starts on a line of its own:
 *
 *     msgstr ""
 *     "The first line\n"
 *     "and the second, which is "
 *     "too long"
 */
export function layOut(text: string, keyword: string, width: number, lineEnd: string): string {
  const escaped = escapePo(text);
  if (width === 0) return `"${escaped}"`;
  const newline = text.indexOf('\n');
  const oneLine = newline < 0 || newline === text.length - 1;
  if (oneLine && keyword.length + 3 + columns(escaped) <= width) return `"${escaped}"`;
  let laidOut = '""';
  for (const line of oneLine ? [text] : text.split(/(?<=\n)/u)) {
    for (const piece of breakLine(line, Math.max(1, width - 2))) laidOut += `${lineEnd}"${piece}"`;
  }
  return laidOut;
}

const wide = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u3000-\u303F\uFF00-\uFF60]`;
const wideChar = new RegExp(wide, 'gv');
/**
 * Uses a plain range instead of a Unicode property, which would be looked up for every character: no wide one comes
 * before these.
 */
const mayBeWide = /[\u2e80-\uffff]/;
/** Unbreakable pieces: a word with the space after it, or one ideograph with the marks after it. */
const pieces = new RegExp(String.raw`${wide}\p{P}*\s*|(?:(?!${wide})\S)+\s*|\s+`, 'gv');
const narrowPieces = /\S+\s*|\s+/g;

function breakLine(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let current = '';
  let used = 0;
  for (const piece of line.match(mayBeWide.test(line) ? pieces : narrowPieces) ?? []) {
    const escaped = escapePo(piece);
    const escapedWidth = columns(escaped);
    if (current !== '' && used + escapedWidth > width) {
      lines.push(current);
      current = '';
      used = 0;
    }
    current += escaped;
    used += escapedWidth;
  }
  lines.push(current);
  return lines;
}

function columns(text: string): number {
  return mayBeWide.test(text) ? text.length + (text.match(wideChar)?.length ?? 0) : text.length;
}
