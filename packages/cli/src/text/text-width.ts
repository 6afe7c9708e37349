import { eastAsianWidth } from 'get-east-asian-width';

/** A character, with the selector that makes an emoji of it. */
const unit = /.\uFE0F?/gsu;
const invisible = /^[\p{Mn}\p{Me}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const ascii = /^[ -~]*$/;
// A tool's description comes from its author: it must not steer the terminal.
const control = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/** Counts the columns that a text takes. */
export function textWidth(text: string): number {
  // The common case: one column a character.
  if (ascii.test(text)) return text.length;
  return (text.match(unit) ?? []).reduce((columns, character) => columns + characterWidth(character), 0);
}

/** A text on one line, without control characters. */
export function oneLine(text: string): string {
  return text.replace(control, ' ').trim();
}

/** A text of at most so many columns, with a mark where it was cut. */
export function cutText(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let fitting = '';
  let used = 1;
  for (const character of text.match(unit) ?? []) {
    used += characterWidth(character);
    if (used > columns) break;
    fitting += character;
  }
  return `${fitting.trimEnd()}…`;
}

function characterWidth(character: string): number {
  if (invisible.test(character)) return 0;
  return character.length > 1 && character.endsWith('\uFE0F') ? 2 : eastAsianWidth(character.codePointAt(0) ?? 0);
}
