import { countUnicodeWords } from './count-unicode-words.js';

/** Characters per word of the languages for which GMX-V 2.0 counts characters. */
const charactersPerWord: { readonly [language: string]: number } = { zh: 2.8, ja: 3, ko: 3.3, th: 6 };

const counted =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Thai}]/gu;

/**
 * Counts words as GMX-V 2.0 does: those of UAX #29, but in Chinese, Japanese, Korean and Thai the characters, divided
 * by a factor. A text with such characters has at least one word.
 */
export function countGmxWords(text: string, locale: string): number {
  const factor = charactersPerWord[locale.split('-', 1)[0] ?? ''];
  const characters = factor === undefined ? 0 : (text.match(counted)?.length ?? 0);
  if (factor === undefined || characters === 0) return countUnicodeWords(text, locale);
  return countUnicodeWords(text.replaceAll(counted, ' '), locale) + Math.max(1, Math.round(characters / factor));
}
