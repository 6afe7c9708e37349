/** Words that YAML 1.1 or 1.2 reads as something else than text. */
const words = /^(?:y|n|yes|no|on|off|true|false|null|~|=|<<)$/iu;

/** Matches what may be a number, a time or a date in YAML 1.1 or 1.2. */
const numberLike = /^[-+]?(?:\.?\d[\d_]*(?:[.:eE+\-_\dxXa-fA-FoTZ ]*)|\.(?:inf|nan))$/iu;

const indicator = /^[-?:,[\]{}#&*!|>'"%@`]/u;
const unsafe = /: |:$| #|^ | $|[\t\n\r]/u;
const unprintable = /[\p{Cc}\p{Cs}\u0085\u2028\u2029\uFEFF\uFFFE\uFFFF]/u;

/** True when a text can be written without quotes. */
export function fitsPlain(text: string, isInFlow: boolean): boolean {
  if (text === '' || indicator.test(text) || unsafe.test(text) || unprintable.test(text)) return false;
  if (isInFlow && /[,[\]{}]/u.test(text)) return false;
  return !words.test(text) && !numberLike.test(text);
}

/** True when every character of a text may stand as it is in YAML. */
export function isPrintable(text: string): boolean {
  return !unprintable.test(text.replaceAll('\n', ''));
}
