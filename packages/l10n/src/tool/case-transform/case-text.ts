import { splitProtected } from '../../text/protected-ranges.js';
import type { TextRange } from '../../text/text-range.js';

export type CaseMode = 'upper' | 'lower' | 'title' | 'sentence';

/** Case change, and the ranges to leave alone besides non-language text. */
interface CaseOptions {
  readonly mode: CaseMode;
  readonly locale: string;
  readonly keepRest: boolean;
  readonly kept?: readonly TextRange[];
}

/** Changes the case of a text by the rules of a locale; non-language parts stay unchanged. */
export function caseText(text: string, { mode, locale, keepRest, kept }: CaseOptions): string {
  let opens = true;
  return splitProtected(text, kept)
    .map((piece) => {
      if (piece.protected) return piece.text;
      if (mode === 'upper') return piece.text.toLocaleUpperCase(locale);
      if (mode === 'lower') return piece.text.toLocaleLowerCase(locale);
      if (mode === 'title') return titleCase(piece.text, locale, keepRest);
      const formed = opens ? raiseFirst(piece.text, locale, keepRest) : rest(piece.text, locale, keepRest);
      opens &&= !/\p{L}/u.test(piece.text);
      return formed;
    })
    .join('');
}

function titleCase(text: string, locale: string, keepRest: boolean): string {
  return text.replaceAll(/[\p{L}\p{M}\p{N}'’]+/gu, (word) => raiseFirst(word, locale, keepRest));
}

/** Capitalizes the first cased letter. In Dutch, `ij` at the start is one letter. */
function raiseFirst(text: string, locale: string, keepRest: boolean): string {
  const first = /[\p{Lu}\p{Ll}\p{Lt}]/u.exec(text);
  if (first === null) return text;
  const isDutch = locale === 'nl' || locale.startsWith('nl-');
  const letters = isDutch && /^ij/i.test(text.slice(first.index)) ? text.slice(first.index, first.index + 2) : first[0];
  const after = text.slice(first.index + letters.length);
  return text.slice(0, first.index) + raise(letters, locale) + rest(after, locale, keepRest);
}

/** Returns the title case of a letter, which for a few differs from upper case: `ǆ` becomes `ǅ`. */
function raise(letters: string, locale: string): string {
  const large = letters.toLocaleUpperCase(locale);
  return /^[ǄǅǆǇǈǉǊǋǌǱǲǳ]$/u.test(letters) ? (titleForms[letters.toLowerCase()] ?? large) : large;
}

const titleForms: { readonly [small: string]: string } = { ǆ: 'ǅ', ǉ: 'ǈ', ǌ: 'ǋ', ǳ: 'ǲ' };

function rest(text: string, locale: string, keepRest: boolean): string {
  return keepRest ? text : text.toLocaleLowerCase(locale);
}
