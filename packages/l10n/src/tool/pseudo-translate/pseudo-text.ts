import { splitProtected } from '../../text/protected-stretches.js';

export type PseudoMode = 'accents' | 'bidi' | 'cjk' | 'none';

const accented = 'àƃçđéƒĝĥîĵķļḿñöþǫŕšţüṽŵẋýž';
const accents = new Map<string, string>();
for (const [index, letter] of Array.from(accented).entries()) {
  const plain = String.fromCharCode(0x61 + index);
  accents.set(plain, letter);
  accents.set(plain.toUpperCase(), letter.toUpperCase());
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
      return text.replaceAll(/[A-Za-z]/g, (letter) => accents.get(letter) ?? letter);
    case 'cjk':
      return text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
    case 'bidi':
      return text.replaceAll(/[\p{L}\p{M}\p{N}_'’]+/gu, (word) => `\u202E${word}\u202C`);
  }
}
