/** Most forms that a language has. */
const maxForms = 6;
const range = /^\s*(?:\{\d+(?:,\d+)*\}|[[\]](?:-?\d+|-Inf),\s*(?:-?\d+|Inf)[[\]])/;

/**
 * True for the forms of a plural with bars between them, as Symfony and Laravel write them. They begin with a range of
 * numbers, or have words in common:
 *
 *     There is one file|There are %count% files
 */
export function hasPipeForms(text: string): boolean {
  if (!text.includes('|')) return false;
  const forms = text.split('|');
  if (forms.length > maxForms) return false;
  if (forms.every((form) => range.test(form))) return true;
  const [first = [], ...others] = forms.map(stemsIn);
  return others.every((stems) => isAlike(first, stems));
}

/** Lists the beginnings of words, which stay when a word gets an ending. */
function stemsIn(form: string): readonly string[] {
  return (form.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map((word) => word.slice(0, 3));
}

function isAlike(one: readonly string[], other: readonly string[]): boolean {
  const [few, many] = one.length < other.length ? [one, other] : [other, one];
  return few.length > 0 && few.filter((stem) => many.includes(stem)).length >= few.length / 2;
}
