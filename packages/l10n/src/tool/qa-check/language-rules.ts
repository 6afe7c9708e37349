import { variantLocale } from '@helve/flow/content';
import { hasLettersOf } from '../../text/alphabet.js';
import { functionWords, isRelated, isShared, knownLanguages } from '../../text/function-words.js';
import { allOfTarget, inTarget, toDraft, type PairRule, type QaPair } from './qa-pair.js';
import { plainWords, type PlainWord } from './plain-words.js';

/** Fewest words of a text whose language can be told. */
const enough = 5;

/** Reports a target that is written in another language, by its script and by its frequent words. */
export const checkLanguage: PairRule = (pair, found) => {
  const { targetText, sourceText } = pair;
  if (targetText.length < 8 || targetText === sourceText) return;
  const message = otherScript(pair) ?? otherWords(pair);
  if (message === undefined) return;
  found.push(toDraft(pair, 'qa.wrong-language', message, { range: allOfTarget(pair), subject: targetText }));
};

/** Letters of scripts, by the name that `Intl.Locale` gives to the writing of a language. */
const scripts: Readonly<Record<string, RegExp>> = {
  Latn: /\p{Script=Latin}/gu,
  Cyrl: /\p{Script=Cyrillic}/gu,
  Grek: /\p{Script=Greek}/gu,
  Arab: /\p{Script=Arabic}/gu,
  Hebr: /\p{Script=Hebrew}/gu,
  Thai: /\p{Script=Thai}/gu,
  Deva: /\p{Script=Devanagari}/gu,
  Hans: /\p{Script=Han}/gu,
  Hant: /\p{Script=Han}/gu,
  Jpan: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  Kore: /\p{Script=Hangul}/gu,
};
/** Languages that are written in several scripts, of which their texts seldom say which one. */
const severalScripts = new Set('az bs crh ha kk ku mn ms pa sd sr tg tk tt ug uz'.split(' '));
const letters = /(?!\p{Script=Common})\p{L}/gu;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const known = new Map<string, string>();

function scriptOf(locale: string): string {
  let script = known.get(locale);
  if (script === undefined) known.set(locale, (script = findScript(locale)));
  return script;
}

/** Returns the script of a locale; empty for a language that is not known, or may be written in another one. */
function findScript(locale: string): string {
  const named = new Intl.Locale(locale);
  const { language, script = '' } = named.maximize();
  if (named.script === undefined && severalScripts.has(language)) return '';
  return language === 'und' || language.length > 3 || locale.startsWith('und') ? '' : script;
}

/** Finds a text whose letters are not those of its language; Latin ones may be names and code everywhere. */
function otherScript({ targetText, sourceText, variant }: QaPair): string | undefined {
  const script = scriptOf(variantLocale(variant));
  const own = scripts[script];
  if (own === undefined) return undefined;
  const all = count(targetText, letters);
  const latin = script === 'Latn' ? 0 : count(targetText, scripts['Latn'] ?? own);
  const foreign = all - count(targetText, own) - latin;
  const isChinese = script === 'Hans' || script === 'Hant';
  const isForeign = foreign >= 4 && foreign > all / 2 && foreign > count(sourceText, letters) / 8;
  if (isForeign || (isChinese && count(targetText, kana) >= 3))
    return 'The target is in the script of another language';
  return undefined;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Finds a text with frequent words of another language, and none of its own. */
function otherWords({ targetText, variant }: QaPair): string | undefined {
  const language = languageOf(variant);
  const own = functionWords(language);
  const script = scriptOf(variantLocale(variant));
  if (severalScripts.has(language) || (own === undefined && (script === 'Latn' || script === ''))) return undefined;
  const words = plainWords(targetText).map(({ word }) => word);
  if (words.length < enough || words.some((word) => own?.has(word) === true)) return undefined;
  const telling = words.filter((word) => !isShared(word, language));
  const other = knownLanguages.find((each) => !isRelated(each, language) && isTelling(telling, each, language));
  return other === undefined ? undefined : `The target seems to be in "${other}", not in "${language}"`;
}

/** True for words with three signs of another language: frequent words, and letters that the own language lacks. */
function isTelling(words: readonly string[], other: string, language: string): boolean {
  const all = new Set(words);
  const frequent = functionWords(other);
  const found = [...all].filter((word) => word.length > 1 && frequent?.has(word) === true);
  if (found.length !== 2) return found.length > 2;
  return [...all].some((word) => !found.includes(word) && hasLettersOf(word, other, language));
}

/** Fewest words in a row that are a piece of the source, not a name. */
const piece = 4;
/** Fewest words that are one where they are most of the target. */
const mostly = 3;
/** Share of the words of a target that is most of it. */
const most = 0.6;
/** So many words in a row are no name, whatever they mean. */
const longPiece = 6;

/** Reports a piece of the source that stands untranslated in the target. */
export const checkHalfTranslated: PairRule = (pair, found) => {
  const { sourceText, targetText, sourceLocale, variant } = pair;
  if (targetText === sourceText || sourceText.length < 20) return;
  const frequent = functionWords(languageOf(sourceLocale));
  if (frequent === undefined || isRelated(languageOf(sourceLocale), languageOf(variant))) return;
  const own = functionWords(languageOf(variant));
  const words = plainWords(targetText);
  const shortest = words.length * most < mostly ? mostly : piece;
  const runs = adjacentWords(words, targetText).filter(({ length }) => length >= shortest);
  if (runs.length === 0) return;
  const source = ` ${plainWords(sourceText)
    .map(({ word }) => word)
    .join(' ')} `;
  for (const run of runs) {
    const hasFrequent = (some: readonly PlainWord[], least: number) => countFrequent(some, frequent, own) >= least;
    const copied =
      copiedPiece(run, source, piece, (some) => hasFrequent(some, 2)) ??
      copiedPiece(
        run,
        source,
        longPiece,
        (some) => isVaried(some) && isProse(some, targetText) && hasFrequent(some, 1),
      ) ??
      (shortest < piece
        ? copiedPiece(
            run,
            source,
            shortest,
            (some) => isPhrase(some.slice(1), targetText, frequent) && hasFrequent(some, 1),
          )
        : undefined);
    if (copied === undefined) continue;
    const [first, last] = copied;
    const text = targetText.slice(first.start, last.end);
    const message = `The words "${text}" of the source are not translated`;
    found.push(
      toDraft(pair, 'qa.half-translated', message, { range: inTarget(pair, first.start, last.end), subject: text }),
    );
    return;
  }
};

/** Splits words where anything but one space is between them. */
function adjacentWords(words: readonly PlainWord[], text: string): readonly (readonly PlainWord[])[] {
  const runs: PlainWord[][] = [];
  words.forEach((word, index) => {
    const before = words[index - 1];
    if (before !== undefined && text.slice(before.end, word.start) === ' ') runs.at(-1)?.push(word);
    else runs.push([word]);
  });
  return runs;
}

/** Finds the first words in a row that the source has in that order, and that are no name. */
function copiedPiece(
  run: readonly PlainWord[],
  source: string,
  length: number,
  isText: (words: readonly PlainWord[]) => boolean,
): readonly [PlainWord, PlainWord] | undefined {
  for (let start = 0; start + length <= run.length; start += 1) {
    const words = run.slice(start, start + length);
    const [first, last] = [words[0], words.at(-1)];
    if (first === undefined || last === undefined || !isText(words)) continue;
    if (source.includes(` ${words.map(({ word }) => word).join(' ')} `)) return [first, last];
  }
  return undefined;
}

/** Counts words without a meaning of their own that only the language of the source has. */
function countFrequent(
  words: readonly PlainWord[],
  frequent: ReadonlySet<string>,
  own: ReadonlySet<string> | undefined,
): number {
  return words.filter(({ word }) => frequent.has(word) && own?.has(word) !== true).length;
}

/** True for words with a small letter of which some have a meaning of their own: `the window`, and not `of the`. */
function isPhrase(words: readonly PlainWord[], text: string, frequent: ReadonlySet<string>): boolean {
  return isProse(words, text) && words.some(({ word }) => !frequent.has(word));
}

/** True for words of which few recur. */
function isVaried(words: readonly PlainWord[]): boolean {
  return new Set(words.map(({ word }) => word)).size > piece;
}

/** True for words that all begin with a small letter. */
function isProse(words: readonly PlainWord[], text: string): boolean {
  return words.every(({ start }) => /\p{Ll}/u.test(text.charAt(start)));
}

/** Returns the language of a locale. */
export function languageOf(locale: string): string {
  return locale.split(/[-_]/)[0]?.toLowerCase() ?? '';
}
