const latinWord = /^[a-z]{4,}$/;
const vowel = /[aeiouy]/;
const doubled = /([b-df-hj-kmnp-rtv-y])\1$/;

/** Removes plural and verb endings, so that "searches", "searching" and "search" are one term. */
export function stem(word: string): string {
  return latinWord.test(word) ? withoutFinalVowel(withoutVerbEnding(withoutPlural(word))) : word;
}

function withoutFinalVowel(word: string): string {
  if (word.length > 3 && word.endsWith('e')) return word.slice(0, -1);
  if (word.length > 3 && word.endsWith('y')) return `${word.slice(0, -1)}i`;
  return word;
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

function withoutVerbEnding(word: string): string {
  const ending = word.endsWith('ing') ? 3 : word.endsWith('ed') ? 2 : 0;
  const rest = word.slice(0, word.length - ending);
  if (ending === 0 || rest.length < 3 || !vowel.test(rest)) return word;
  return doubled.test(rest) ? rest.slice(0, -1) : rest;
}

/** Endings that make one part of speech out of another, as they stand in a stem; the longest first. */
const endings = (
  'ational ization isation abiliti icalli ation ition ativ itiv ement aliti iviti ator ment ness ical alli anc enc ' +
  'anci enci abl ibl iou ific ion iti ou iv ful less ist ism iz is ifi at ant ent al ic er or li an i'
)
  .split(' ')
  .toSorted((a, b) => b.length - a.length);

/**
 * Returns the part that a stem shares with its relatives: "conversion" with "convert", "discoverer" with "discovery".
 */
export function toRoot(term: string): string {
  let root = term;
  for (let round = 0; round < 3; round += 1) {
    const ending = endings.find((tail) => root.length - tail.length >= 4 && root.endsWith(tail));
    if (ending === undefined || !latinWord.test(root)) return root;
    root = root.slice(0, -ending.length);
  }
  return root;
}
