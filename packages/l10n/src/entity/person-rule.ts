import { alternation, patternRule, type EntityRule } from './entity-rule.js';
import { particles, postnominals, titleEndings, titles } from './name-data.js';
import { nameWord, listWords } from './word-name.js';

const particle = `(?:(?:${alternation(particles.split(' '))}) ){0,2}`;
const word = String.raw`(?:\p{Lu}\.(?= ?\p{Lu})|${nameWord})`;
const ending = String.raw`(?: (?:${alternation(titleEndings.split(' '))})\.?(?!\p{L}))*`;
const letters = alternation(postnominals.split(' '));

/** Creates the rules for persons: a name after a title, before postnominals, or before a word of respect. */
export function personRules(language: string): readonly EntityRule[] {
  const own = new Set(listWords(titles, ['*', 'en', language]));
  const title = String.raw`(?:(?:${alternation(own)})\.?${ending} )+`;
  const behindTitle = new RegExp(`(?<![\\p{L}\\p{N}])${title}(${particle}${word}(?: ${particle}${word}){0,3})`, 'gu');
  return [
    patternRule('person', 0.8, behindTitle, ({ 0: match, 1: name = '', index }) => {
      const end = index + match.length;
      return own.has(name) ? undefined : { start: end - name.length, end };
    }),
    ...otherRules,
  ];
}

const notNames = new Set(['お客', '皆', '神', '王', '奥', '客', '同', '各', '貴', '모두', '선생', '고객', '손']);

const respected = [
  /(?<![\p{sc=Han}\p{sc=Katakana}])[\p{sc=Han}\p{sc=Katakana}ー・]{1,12}(?=さん|様|氏|先生)/gu,
  /(?<![\p{sc=Hangul}])[\p{sc=Hangul}]{2,4}(?= ?(?:씨|님)(?:[은는이가을를의과와에께도,. ]|$))/gu,
];

const otherRules: readonly EntityRule[] = Object.freeze([
  patternRule(
    'person',
    0.8,
    new RegExp(`(?<![\\p{L}])${nameWord}(?: ${particle}${word}){1,3}(?=,? (?:${letters})(?![\\p{L}]))`, 'gu'),
  ),
  ...respected.map((pattern) =>
    patternRule('person', 0.7, pattern, ({ 0: match, index }) =>
      notNames.has(match) ? undefined : { start: index, end: index + match.length },
    ),
  ),
]);
