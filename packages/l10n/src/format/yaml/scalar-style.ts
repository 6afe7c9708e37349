import { Spellings } from '../text/spellings.js';
import { fitsPlain, isPrintable } from './plain-text.js';
import { spelledChars } from './spelled-chars.js';

/** Notation of a scalar: what a new text in its place keeps. */
export interface ScalarStyle {
  readonly kind: 'plain' | 'single' | 'double' | 'literal' | 'folded';
  readonly isInFlow: boolean;
  readonly lineEnd: string;
  /** Indentation of the lines of a block scalar. */
  readonly indent: string;
  /** Spaces of that indentation that an indicator would state; 0 where it cannot be stated. */
  readonly relative: number;
  /** The old text between double quotes if it had escapes; else empty. */
  readonly spelled: string;
}

/** Notation of a text that stands beside nothing. */
export const plainStyle: ScalarStyle = Object.freeze({
  kind: 'plain',
  isInFlow: false,
  lineEnd: '\n',
  indent: '',
  relative: 0,
  spelled: '',
});

/** Spells a text in the style of the scalar that it replaces, or between double quotes where that cannot hold it. */
export function encodeScalar(text: string, style: ScalarStyle): string {
  if (style.kind === 'plain' && fitsPlain(text, style.isInFlow)) return text;
  if (style.kind === 'single' && isPrintable(text) && !text.includes('\n')) return `'${text.replaceAll("'", "''")}'`;
  if (style.kind === 'literal') return encodeBlock('|', text, style) ?? quoted(text, style);
  if (style.kind === 'folded') return encodeBlock('>', text, style) ?? quoted(text, style);
  return quoted(text, style);
}

/**
 * Spells a text as a block scalar without its last line end; undefined for one that has none.
 *
 *     |2-        header: indentation where the text begins with a space, and what becomes of the last line ends
 *         one
 *       two
 */
function encodeBlock(mark: '|' | '>', text: string, { indent, relative, lineEnd }: ScalarStyle): string | undefined {
  const body = text.replace(/\n+$/u, '');
  const ends = text.length - body.length;
  // A last line of nothing but spaces counts as empty.
  if (body === '' || indent === '' || !isPrintable(text) || /(?:^|\n)[ \t]+$/u.test(body)) return undefined;
  const isIndented = /^\n*[ \t]/u.test(body);
  if (isIndented && (relative < 1 || relative > 9)) return undefined;
  // Lines that begin with a space are not folded, and neither are empty ones before the first.
  if (mark === '>' && /^[ \t\n]|\n[ \t]/u.test(body)) return undefined;
  const chomping = ends === 0 ? '-' : ends === 1 ? '' : '+';
  const lines = (mark === '>' ? body.replaceAll(/\n+/gu, (breaks) => `${breaks}\n`) : body).split('\n');
  const written = lines.map((line) => (line === '' ? '' : indent + line)).join(lineEnd);
  return `${mark}${isIndented ? relative : ''}${chomping}${lineEnd}${written}${lineEnd.repeat(Math.max(0, ends - 1))}`;
}

const named: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\t': '\\t', '\r': '\\r' };

function quoted(text: string, { spelled }: ScalarStyle): string {
  const spellings = new Spellings(spelled === '' ? [] : spelledChars(spelled));
  const body = text.replaceAll(/[\s\S]/gu, (char) => {
    const old = spellings.take(char);
    if (old !== undefined && old !== char) return old;
    return named[char] ?? (isPrintable(char) ? char : escapeChar(char));
  });
  return `"${body}"`;
}

function escapeChar(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const digits = code.toString(16).toUpperCase();
  if (code > 0xffff) return `\\U${digits.padStart(8, '0')}`;
  return code > 0xff ? `\\u${digits.padStart(4, '0')}` : `\\x${digits.padStart(2, '0')}`;
}
