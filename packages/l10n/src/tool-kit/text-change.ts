import { codePointLength, type TextEdit } from '@helve/flow/content';

/** A change of a text in UTF-16 indexes. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Converts ordered changes to edits in code points. */
export function toTextEdits(text: string, changes: readonly TextChange[]): readonly TextEdit[] {
  let index = 0;
  let point = 0;
  return changes.map((change) => {
    const start = point + codePointLength(text.slice(index, change.start));
    const end = start + codePointLength(text.slice(change.start, change.end));
    [index, point] = [change.end, end];
    return { start, end, text: change.text };
  });
}
