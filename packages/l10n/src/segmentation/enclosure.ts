import type { Verdicts } from './rule.js';

/** Longest enclosure that stays in one segment; a longer one is a passage of its own. */
const maxLength = 400;

/** Pairs of double quotes and brackets, with what closes each. */
const closing: { readonly [opening: string]: string } = {
  '“': '”',
  '«': '»',
  '「': '」',
  '『': '』',
  '（': '）',
  '《': '》',
  '【': '】',
  '(': ')',
  '[': ']',
  '"': '"',
};
const marks = /[“”«»「」『』（）《》【】()[\]"]|\n\s*\n/gu;

/**
 * Decides that sentences inside quotes and brackets stay together with the sentence around them: `He said, "Stop. Go
 * home."` A pair is closed in its own paragraph, and no mark of another pair crosses it.
 */
export function decideEnclosures(text: string, verdicts: Verdicts): void {
  const open: { readonly mark: string; readonly at: number }[] = [];
  for (const { index, 0: mark } of text.matchAll(marks)) {
    const last = open.at(-1);
    if (last !== undefined && closing[last.mark] === mark && closes(text, index, mark)) {
      open.pop();
      if (open.length === 0) keepTogether(text, last.at, index, verdicts);
    } else if (closing[mark] !== undefined && opens(text, index, mark)) open.push({ mark, at: index });
    else if (mark !== '"') open.length = 0;
  }
}

/** Only a straight quote does not tell by itself whether it opens or closes. */
function opens(text: string, at: number, mark: string): boolean {
  return mark !== '"' || (/^$|[\s([—–-]/u.test(text.charAt(at - 1)) && /\S/u.test(text.charAt(at + 1)));
}

function closes(text: string, at: number, mark: string): boolean {
  return mark !== '"' || /\S/u.test(text.charAt(at - 1));
}

function keepTogether(text: string, from: number, to: number, verdicts: Verdicts): void {
  if (to - from > maxLength || text.slice(from, to).includes('\n')) return;
  for (let at = from + 1; at <= to; at += 1) verdicts.decide(at, false);
}
