const han = /\p{Script=Han}/gu;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const hangul = /\p{Script=Hangul}/gu;
const dense = /[\u1100-\u11FF\u3040-\u30FF\u3130-\u318F\u3400-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF]/;

/** Estimates the length of a text in letters: a sign that stands for a word or a syllable is as much as several. */
export function textWeight(text: string): number {
  const { length } = text.includes('  ') ? text.replaceAll(/\s+/g, ' ') : text;
  if (!dense.test(text)) return length;
  return length + count(text, han) * 1.6 + count(text, kana) * 0.7 + count(text, hangul) * 0.9;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
