import { protectedRanges } from '../../text/protected-ranges.js';
import { accentedText } from './accented-text.js';

export type PseudoMode = 'accents' | 'bidi' | 'cjk' | 'none';

/** Transforms the text of one run; non-language parts stay unchanged. */
export function pseudoText(text: string, mode: PseudoMode): string {
  if (mode === 'none') return text;
  const excluded = protectedRanges(text);
  if (excluded.length === 0) return form(text, mode);
  let formed = '';
  let at = 0;
  for (const { start, end } of excluded) {
    formed += form(text.slice(at, start), mode) + text.slice(start, end);
    at = end;
  }
  return formed + form(text.slice(at), mode);
}

function form(text: string, mode: Exclude<PseudoMode, 'none'>): string {
  switch (mode) {
    case 'accents':
      return accentedText(text);
    case 'cjk':
      return text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
    case 'bidi':
      return text.replaceAll(/[\p{L}\p{M}\p{N}_'’]+/gu, (word) => `\u202E${word}\u202C`);
  }
}
