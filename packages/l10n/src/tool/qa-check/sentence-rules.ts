import { textWeight } from '../../text/text-weight.js';
import { allOfTarget, hasPipes, inTarget, toDraft, type PairRule } from './qa-pair.js';

/** Fewest letters of a sentence; less may be a list, an abbreviation or a name. */
const enough = 25;
/** Share of the length below which a text was not just said in fewer words. */
const shorter = 0.65;
const ending = /[.!?।۔]+["'”’»)]*(?=\s|$)|[。！？]+[”」』）]*/gu;
/** Languages that join sentences by a comma, and those that end none with a mark. */
const joining = /^(?:zh|ja|ko)\b/;
const unmarked = /^(?:th|lo|km|my|bo|dz)\b/;

interface Sentence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Splits a text at the ends of sentences. */
function sentencesIn(text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  for (const { index, 0: sign } of text.matchAll(ending)) {
    const end = index + sign.length;
    sentences.push({ text: text.slice(start, end).trim(), start, end });
    start = end;
  }
  if (text.slice(start).trim() !== '') sentences.push({ text: text.slice(start).trim(), start, end: text.length });
  return sentences;
}

/** Reports a target that lacks a sentence: it has fewer of them, and is as much shorter. */
export const checkSentences: PairRule = (pair, found) => {
  const { sourceText, targetText, variant } = pair;
  // Lines, brackets and dots are of usage.
  if (sourceText.length < 2 * enough || /\n|\[|\.\.\./.test(sourceText) || unmarked.test(variant)) return;
  const source = sentencesIn(sourceText);
  if (source.length < 2 || !source.every(({ text }) => text.length >= enough)) return;
  const target = sentencesIn(joining.test(variant) ? targetText.replaceAll(/[，；、]/gu, '。') : targetText);
  if (target.length >= source.length || textWeight(targetText) > sourceText.length * shorter || hasPipes(pair)) return;
  const message = `The source has ${source.length} sentences, the target ${target.length}`;
  found.push(
    toDraft(pair, 'qa.missing-sentence', message, {
      range: allOfTarget(pair),
      subject: `${source.length}→${target.length}`,
    }),
  );
};

/** Reports a sentence that follows itself in the target only. */
export const checkDoubledSentence: PairRule = (pair, found) => {
  const { sourceText, targetText } = pair;
  if (targetText.length < 20 || hasPipes(pair)) return;
  const sentences = sentencesIn(targetText);
  const at = sentences.findIndex(({ text }, index) => text.length >= 8 && text === sentences[index + 1]?.text);
  const second = sentences[at + 1];
  if (at < 0 || second === undefined || isDoubled(sourceText)) return;
  found.push(
    toDraft(pair, 'qa.doubled-sentence', 'A sentence is repeated', {
      range: inTarget(pair, second.start, second.end),
      subject: second.text,
      suggestion: 'Remove one of them',
    }),
  );
};

function isDoubled(text: string): boolean {
  const sentences = sentencesIn(text);
  return sentences.some(({ text: one }, index) => one === sentences[index + 1]?.text);
}
