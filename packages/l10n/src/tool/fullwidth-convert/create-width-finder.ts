import { protectedRanges } from '../../text/protected-ranges.js';
import type { TextRange } from '../../text/text-range.js';
import type { TextChange } from '../../tool-kit/text-change.js';

/** Characters whose width changes. */
export interface WidthOptions {
  readonly mode: 'to-half' | 'to-full';
  /** Squared abbreviations, such as ㎏. */
  readonly includeSLA: boolean;
  /** Letter-like symbols, such as ℃. */
  readonly includeLLS: boolean;
  readonly includeKatakana: boolean;
}

const offset = 0xff01 - 0x21;

/** Creates a finder of the characters of a text whose width changes; non-language parts, and marked ranges, stay. */
export function createWidthFinder(
  options: WidthOptions,
): (text: string, marked?: readonly TextRange[]) => readonly TextChange[] {
  const pattern = compilePattern(options);
  const shift = options.mode === 'to-half' ? -offset : offset;
  return (text, marked) => {
    const found = [...text.matchAll(pattern)];
    if (found.length === 0) return [];
    const excluded = protectedRanges(text, marked);
    return found.flatMap(({ index, 0: chars }) => {
      const end = index + chars.length;
      if (excluded.some((range) => range.start < end && index < range.end)) return [];
      return [{ start: index, end, text: convert(chars, shift) }];
    });
  };
}

function compilePattern({ mode, includeSLA, includeLLS, includeKatakana }: WidthOptions): RegExp {
  if (mode === 'to-half') {
    return new RegExp(
      `[\\uFF01-\\uFF5E\\u3000${includeSLA ? '\\u3300-\\u33FF' : ''}${includeLLS ? '\\u2100-\\u214F' : ''}]`,
      'gu',
    );
  }
  // A half-width sound mark belongs to the letter before it.
  return includeKatakana ? /[\u0020-\u007E]|[\uFF61-\uFF9F][\uFF9E\uFF9F]*/gu : /[\u0020-\u007E]/gu;
}

function convert(chars: string, shift: number): string {
  if (chars === ' ') return '\u3000';
  if (chars === '\u3000') return ' ';
  if (/^[\u0021-\u007E\uFF01-\uFF5E]$/u.test(chars)) return String.fromCharCode(chars.charCodeAt(0) + shift);
  // Unicode defines the decomposition of the rest.
  return chars.normalize('NFKC');
}
