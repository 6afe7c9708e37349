/** Characters that move the cursor, break the line, turn the direction of writing or cannot be seen at all. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;
const unseenButLines = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;
const short: { readonly [char: string]: string } = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * A text from elsewhere as one line that shows all that is in it: what would act on a terminal, forge a line of a log or
 * mislead a reader stands there as an escape.
 */
export function visibleText(text: string): string {
  return text.replaceAll(unseen, (char) => short[char] ?? toEscape(char));
}

/** The same for a text that may have lines of its own. */
export function visibleLines(text: string): string {
  return text.replaceAll(unseenButLines, (char) => (char === '\t' ? char : toEscape(char)));
}

/** JSON that shows all that is in it, and reads as the same value. */
export function visibleJson(value: unknown, indent?: number): string {
  return (JSON.stringify(value, undefined, indent) ?? 'null').replaceAll(unseenButLines, toEscape);
}

/** By UTF-16 units, as JSON has it. */
function toEscape(char: string): string {
  return [...Array(char.length).keys()]
    .map((index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}
