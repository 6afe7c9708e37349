import type { LabelledQuestion } from './questions.js';

/** Requests for two tools at once: each question with another one behind it. */
export function forTwoTools(questions: readonly LabelledQuestion[]): readonly (readonly LabelledQuestion[])[] {
  return questions.flatMap((one, at) => {
    const other = questions[(at * 7 + 13) % questions.length];
    return at % 2 === 0 && other !== undefined && other !== one ? [[one, other]] : [];
  });
}

/** One text that asks for everything in a list of questions. */
export function asOneRequest(questions: readonly LabelledQuestion[]): string {
  return questions
    .map(({ text }, at) => (at === 0 ? text.replace(/[.?!]$/, '') : `${text.charAt(0).toLowerCase()}${text.slice(1)}`))
    .join(', and then ');
}

/** The question with two neighbouring letters swapped in every longer word. */
export function withTypos({ text }: LabelledQuestion): string {
  return text.replaceAll(/[a-z]{5,}/g, (word) => {
    const at = word.length >> 1;
    return `${word.slice(0, at - 1)}${word.charAt(at)}${word.charAt(at - 1)}${word.slice(at + 1)}`;
  });
}
