import { stem } from './stem.js';
import { stopWords } from './stop-words.js';

const identifier = /[\p{L}\p{N}\p{M}_]+/gu;
const anyWord = /[\p{L}\p{N}\p{M}]+/gu;
const asciiWord = /[A-Za-z0-9]+/g;
// eslint-disable-next-line no-control-regex -- the whole of ASCII is meant
const ascii = /^[\0-\x7f]*$/;
const simple = /^(?:[A-Z]?[a-z]+|[A-Z]+|\d+)$/;
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/u;
const version = /^v\d+$/;

/** Returns the identifiers and words of a text, unchanged. */
export function findIdentifiers(text: string): readonly string[] {
  return text.normalize('NFKC').match(identifier) ?? [];
}

/** Returns the words of a text unchanged, with identifiers split at `_`. */
export function splitWords(text: string): readonly string[] {
  // Most texts are plain ASCII, which is read several times as fast.
  const words = ascii.test(text) ? text.match(asciiWord) : text.normalize('NFKC').match(anyWord);
  return words ?? [];
}

/** Splits an identifier into words, in lower case: `getHTTPUser_id2` has "get", "http", "user", "id2". */
export function splitParts(word: string): readonly string[] {
  if (simple.test(word)) return [word.toLowerCase()];
  const spaced = word
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/([A-Za-z]{3})(\d+)$/, '$1 $2');
  return spaced.split(/[ _]+/).flatMap((part) => (part === '' ? [] : toBigrams(part.toLowerCase())));
}

/** Pairs neighbouring characters, for scripts without spaces. */
function toBigrams(part: string): readonly string[] {
  const run = spaceless.exec(part);
  if (run === null) return [part];
  const characters = [...run[0]];
  const pairs = characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`);
  const before = part.slice(0, run.index);
  const after = part.slice(run.index + run[0].length);
  return [
    ...(before === '' ? [] : [before]),
    ...(pairs.length === 0 ? characters : pairs),
    ...(after === '' ? [] : toBigrams(after)),
  ];
}

/** Returns the terms of a text, in order. */
export function toTerms(text: string): readonly string[] {
  return splitWords(text).flatMap(termsOfWord);
}

/** Returns the terms of one identifier or word. */
export function termsOfWord(word: string): readonly string[] {
  return splitParts(word)
    .map(toTerm)
    .filter((term) => term !== undefined);
}

/** Returns the term of a word in lower case; undefined for a stop word. */
function toTerm(part: string): string | undefined {
  return stopWords.has(part) ? undefined : stem(part);
}

/** True for marks of a version, such as `v2`: they tell similar tools apart but say nothing of what a tool does. */
export function isVersion(term: string): boolean {
  return version.test(term);
}

/** Joins the words of each identifier in a name that has several: `getUser` and `get_user` become `getuser`. */
export function toCompounds(name: string): readonly string[] {
  return findIdentifiers(name)
    .map((word) => splitParts(word).filter((part) => !isVersion(part)))
    .filter((parts) => parts.length > 1)
    .map((parts) => parts.join(''));
}
