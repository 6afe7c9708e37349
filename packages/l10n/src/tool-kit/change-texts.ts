import type { Runs } from '@helve/flow';
import { codePointLength, diffEdits, type TextEdit } from '@helve/flow/content';

/**
 * Computes the edits of a unit whose text is transformed. The whole text is transformed, since words continue after
 * codes; each run of it is edited by itself, so that codes stay between the same letters.
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
    edits.push(...moved(wordEdits(run.text, formed.slice(formedAt, formedEnd)), before));
    before += codePointLength(run.text);
    at = end;
    formedAt = formedEnd;
  }
  return edits;
}

/**
 * Computes the edits word by word, as long as the spaces stay: a diff of the whole text costs the square of its
 * changes.
 */
function wordEdits(before: string, after: string): readonly TextEdit[] {
  const [old, now] = [before.split(/(\s+)/u), after.split(/(\s+)/u)];
  if (!hasSameSpaces(old, now)) return diffEdits(before, after);
  let at = 0;
  return old.flatMap((word, index) => {
    const edits = moved(diffEdits(word, now[index] ?? ''), at);
    at += codePointLength(word);
    return edits;
  });
}

function hasSameSpaces(old: readonly string[], now: readonly string[]): boolean {
  return old.length === now.length && old.every((piece, index) => index % 2 === 0 || piece === now[index]);
}

function moved(edits: readonly TextEdit[], by: number): readonly TextEdit[] {
  return edits.map((edit) => ({ ...edit, start: edit.start + by, end: edit.end + by }));
}
