import { splitProtected } from '../../text/protected-stretches.js';

export type PseudoMode = 'accents' | 'bidi' | 'cjk' | 'none';

const accented = 'àƃçđéƒĝĥîĵķļḿñöþǫŕšţüṽŵẋýž';
/** By character code. */
const accents: string[] = [];
for (const [index, letter] of Array.from(accented).entries()) {
  accents[0x61 + index] = letter;
  accents[0x41 + index] = letter.toUpperCase();
}

/** Forms the text of one run; what is no language in it stays as it is. */
export function pseudoText(text: string, mode: PseudoMode): string {
  if (mode === 'none') return text;
  return splitProtected(text)
    .map((piece) => (piece.protected ? piece.text : form(piece.text, mode)))
    .join('');
}

function form(text: string, mode: Exclude<PseudoMode, 'none'>): string {
  switch (mode) {
    case 'accents':
      return withAccents(text);
    case 'cjk':
      return text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
    case 'bidi':
      return text.replaceAll(/[\p{L}\p{M}\p{N}_'’]+/gu, (word) => `\u202E${word}\u202C`);
  }
}

function withAccents(text: string): string {
  let formed = '';
  for (let at = 0; at < text.length; at += 1) formed += accents[text.charCodeAt(at)] ?? text.charAt(at);
  return formed;
}
