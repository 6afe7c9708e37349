import { codePointLength, diffEdits, type Runs, type TextEdit } from '@helve/flow';

/**
 * The edits of a unit whose text is formed anew. The whole text is formed, since words go on behind codes; each run of it
 * is edited by itself, so that codes stay between the letters they stood between.
 */
export function changeTexts(unit: Runs, text: string, form: (text: string) => string): readonly TextEdit[] {
  const formed = form(text);
  if (formed === text) return [];
  const edits: TextEdit[] = [];
  let at = 0;
  let before = 0;
  let formedAt = 0;
  for (const run of unit) {
    if (run.kind !== 'text') continue;
    const end = at + run.text.length;
    const formedEnd = end === text.length ? formed.length : form(text.slice(0, end)).length;
    for (const edit of diffEdits(run.text, formed.slice(formedAt, formedEnd))) {
      edits.push({ ...edit, start: edit.start + before, end: edit.end + before });
    }
    before += codePointLength(run.text);
    at = end;
    formedAt = formedEnd;
  }
  return edits;
}
