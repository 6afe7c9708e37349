/**
 * Characters that move the cursor, break the line, turn the direction of writing or cannot be seen at all: fillers,
 * selectors of variants and the blank of Braille too.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const unseenInJson = new RegExp(String.raw`(?!\n)${unseen.source}`, 'gu');
/** In running text, selectors of variants belong to how signs are written. */
const actingButLines = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const short: { readonly [char: string]: string } = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * A text from elsewhere as one line that shows all that is in it: what would act on a terminal, forge a line of a log or
 * mislead a reader stands there as an escape.
 */
export function visibleText(text: string): string {
  return text.replaceAll(unseen, (char) => short[char] ?? toEscape(char));
}

/** Makes a text visible that may have lines of its own. */
export function visibleLines(text: string): string {
  return text.replaceAll(actingButLines, (char) => (char === '\t' ? char : toEscape(char)));
}

/** JSON that shows all that is in it, and reads as the same value. */
export function visibleJson(value: unknown, indent?: number): string {
  return (JSON.stringify(value, undefined, indent) ?? 'null').replaceAll(unseenInJson, toEscape);
}

/** By UTF-16 units, as JSON has it. */
function toEscape(char: string): string {
  return [...Array(char.length).keys()]
    .map((index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}
