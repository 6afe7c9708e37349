const lineBreak = /<br\s*\/?>/g;
const name = String.raw`[\p{L}\p{M}\p{N}_.:]+`;
const openingTag = String.raw`<${name}(?:\s(?:${name}=(?:"[^"\n]*"|'[^'\n]*'))?)*/?>`;
const tag = new RegExp(String.raw`${openingTag}|</${name}>`, 'gu');

/** A full stop with its neighbours, none of them a digit; `e.g.` and `a.` are no words therefore. */
const stop = /\P{Nd}\.\P{Nd}/gu;

/** Signs that make no word alone. Others do, such as `–`, `&`, `+` and `=`. */
const sign =
  /^[.,;:!?\-@#$%^*_()[\]{}/\\'`"<>\u2018\u2019\u201B-\u201F\u2032-\u2037\u2039\u203A«»¿¡،؟؛÷。、，；！？「」『』【】।॥॰።፤፣…±°¹²³·©®×£¥€]+$/u;

/** Counts words as `pocount` of the Translate Toolkit does: by white space, without tags and without lone signs. */
export function countPocountWords(text: string): number {
  const bare = text.replaceAll(lineBreak, '\n').replaceAll(tag, '').replaceAll(stop, ' ');
  return bare.split(/\p{White_Space}+/u).filter((word) => word !== '' && !sign.test(word)).length;
}
