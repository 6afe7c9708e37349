import { countGmxWords } from './count-gmx-words.js';
import { countPocountWords } from './count-pocount-words.js';
import { countUnicodeWords } from './count-unicode-words.js';

/** Definitions of a word, each with its count; docs/word-counts.md compares them. */
const definitions = {
  unicode: countUnicodeWords,
  whitespace: (text: string) => text.match(/\S+/g)?.length ?? 0,
  pocount: countPocountWords,
  'gmx-v': countGmxWords,
} satisfies { readonly [name: string]: (text: string, locale: string) => number };

/** Name of a definition of a word. */
export type CountMethod = keyof typeof definitions;

/** Counts the words of a text, by UAX #29 unless another definition is named. */
export function countWords(text: string, locale: string, method: CountMethod = 'unicode'): number {
  return definitions[method](text, locale);
}
