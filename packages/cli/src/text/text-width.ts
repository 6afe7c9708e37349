const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uFF01-\uFF60]/u;
const invisible = /[\p{Mark}\p{Cf}]/u;
// A tool's description comes from its author: it must not steer the terminal.
const control = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/** Counts the columns that a text takes. */
export function textWidth(text: string): number {
  let columns = 0;
  for (const character of text) columns += characterWidth(character);
  return columns;
}

/** A text on one line, without control characters. */
export function oneLine(text: string): string {
  return text.replace(control, ' ').trim();
}

/** A text of at most so many columns, with a mark where it was cut. */
export function cutText(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let kept = '';
  let used = 1;
  for (const character of text) {
    used += characterWidth(character);
    if (used > columns) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

function characterWidth(character: string): number {
  if (invisible.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}
