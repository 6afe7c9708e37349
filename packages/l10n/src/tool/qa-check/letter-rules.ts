import { codePointLabel } from '../../text/code-point-label.js';
import { inSource, inTarget, toDraft, type PairRule } from './qa-pair.js';

/** A sentence: some words that begin with a capital, not a name or an abbreviation. */
const sentence = /^\p{Lu}\p{Ll}*(?:['’]\p{Ll}+)?(?:[\s,]+[\p{L}\p{N}'’\uFFFC-]+){2,}.*[.!?](?:\s|$)/su;
const smallLetter = /^\p{Ll}/u;

/** Reports a sentence that begins with a small letter, unless the word is of the source. */
export const checkCapital: PairRule = (pair, found) => {
  const { sourceText, targetText } = pair;
  if (!smallLetter.test(targetText) || !sentence.test(sourceText)) return;
  const [word = ''] = /^[\p{L}\p{N}_.'’-]+/u.exec(targetText) ?? [];
  // A name, a command or a unit may be small everywhere.
  if (/[\p{Lu}\p{N}_.]/u.test(word) || sourceText.includes(word)) return;
  found.push(
    toDraft(pair, 'qa.capital', 'The source begins with a capital letter, the target with a small one', {
      range: inTarget(pair, 0, 1),
      source: inSource(pair, 0, 1),
      subject: word,
    }),
  );
};

const invisible = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu;
/** Languages that are written with joiners, direction marks and breaks without width. */
const joiners = /^(?:fa|ur|ps|ku|ckb|sd|ug|ar|hi|bn|mr|ne|gu|pa|ta|te|kn|ml|si|or|as|my|km|mn|ne|sa|dv)\b/;
const rightToLeft = /^(?:ar|he|iw|fa|ur|yi|ps|ckb|sd|ug|dv)\b/;
const unspaced = /^(?:th|lo|km|my|bo|ja|zh|dz)\b/;

/** Reports invisible characters that the source lacks and the language of the target does not use. */
export const checkInvisible: PairRule = (pair, found) => {
  for (const { 0: char, index } of pair.targetText.matchAll(invisible)) {
    if (pair.sourceText.includes(char) || isUsual(char, pair.variant) || isHyphen(pair.targetText, index)) continue;
    found.push(
      toDraft(pair, 'qa.invisible-characters', `The target has the invisible character ${codePointLabel(char)}`, {
        range: inTarget(pair, index, index + 1),
        subject: codePointLabel(char),
        suggestion: 'Remove it',
      }),
    );
    return;
  }
};

/** True for a soft hyphen within a word, which says where it may be divided. */
function isHyphen(text: string, at: number): boolean {
  return /^\p{L}\u00AD\p{L}$/u.test(text.slice(Math.max(0, at - 1), at + 2));
}

function isUsual(char: string, locale: string): boolean {
  if (char === '\u200C' || char === '\u200D') return joiners.test(locale);
  if (char === '\u200B' || char === '\u2060') return unspaced.test(locale);
  return rightToLeft.test(locale) && /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/.test(char);
}

/** One Latin letter that looks like a Cyrillic one, between Cyrillic letters; or the other way round. */
const disguised =
  /(?<![\p{L}\p{N}])(?:\p{Script=Cyrillic}+[aceopxyABCEHKMOPTX]\p{Script=Cyrillic}*|[aceopxyABCEHKMOPTX]\p{Script=Cyrillic}{2,}|\p{Script=Latin}{2,}[асеорхуАВСЕНКМОРТХ]\p{Script=Latin}*|[асеорхуАВСЕНКМОРТХ]\p{Script=Latin}{2,})(?![\p{L}\p{N}])/u;

/** Reports a word with a letter of another script that looks like one of its own. */
export const checkMixedScripts: PairRule = (pair, found) => {
  const match = disguised.exec(pair.targetText);
  if (match === null || pair.sourceText.includes(match[0])) return;
  found.push(
    toDraft(pair, 'qa.mixed-scripts', `The word "${match[0]}" mixes Latin and Cyrillic letters`, {
      range: inTarget(pair, match.index, match.index + match[0].length),
      subject: match[0],
    }),
  );
};
