/** Replaces every occurrence of something in a text by what `mask` makes of it. */
export type TextRule = (text: string, mask: (found: string) => string) => string;

/** A pattern to look for in texts. A custom one should run in linear time. */
export type TextPattern = RegExp | TextRule;

/** Texts that look like credentials or payment cards. None can match in two ways, so each runs in linear time. */
export const sensitivePatterns: readonly TextPattern[] = Object.freeze([
  replacePrivateKeys,
  // Bearer and Basic headers.
  /\b(?:bearer|basic)\s{1,8}[\w.~+/=-]{8,}/gi,
  // JSON Web Tokens.
  /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g,
  // Keys, by the prefixes that vendors give them.
  /(?<![\w-])(?:sk|pk|rk)[-_](?=[A-Za-z_-]*\d)[\w-]{16,}/g,
  /(?<!\w)(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|npm_|hf_|ya29\.|AIza)[\w-]{16,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  // The password in a URL.
  /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{1,256}:)[^\s@/]{1,256}(?=@)/gi,
  replaceCards,
]);

/**
 * Matches every text in which one of these patterns finds something: most texts are looked at once, instead of once by
 * each.
 */
export const sensitiveSign =
  /-----BEGIN |b(?:earer|asic)\s|eyJ|[spr]k[-_]|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|npm_|hf_|ya29\.|AIza|A[KS]IA|:\/\/[^\s:@/]+:|\d(?:[ -]?\d){12}/i;

const keyStart = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/g;
const keyEnd = /-----END [A-Z ]{0,40}PRIVATE KEY-----/g;

/** Private keys in PEM form; one that is cut off counts to the end of the text. */
function replacePrivateKeys(text: string, mask: (found: string) => string): string {
  let result = '';
  let from = 0;
  for (;;) {
    keyStart.lastIndex = from;
    const start = keyStart.exec(text);
    if (start === null) return result + text.slice(from);
    keyEnd.lastIndex = keyStart.lastIndex;
    const end = keyEnd.exec(text) === null ? text.length : keyEnd.lastIndex;
    result += text.slice(from, start.index) + mask(text.slice(start.index, end));
    from = end;
  }
}

const digitRun = /(?<![\d.])\d(?:[ -]?\d){12,18}(?!\d)/g;

/** Payment card numbers: 13 to 19 digits whose check digit is right. */
function replaceCards(text: string, mask: (found: string) => string): string {
  return text.replaceAll(digitRun, (run) => (hasCheckDigit(run) ? mask(run) : run));
}

/** The Luhn sum: every second digit from the right counts double. */
function hasCheckDigit(run: string): boolean {
  const digits = run.replaceAll(/\D/g, '');
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0 && /[1-9]/.test(digits);
}
