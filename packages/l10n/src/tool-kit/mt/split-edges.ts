/** A text without the white space around it. */
export interface TextEdges {
  readonly lead: string;
  readonly text: string;
  readonly trail: string;
}

/** Splits off the white space at the edges, which engines do not keep. */
export function splitEdges(whole: string): TextEdges {
  const text = whole.trim();
  if (text === '') return { lead: '', text: whole, trail: '' };
  const start = whole.indexOf(text);
  return { lead: whole.slice(0, start), text, trail: whole.slice(start + text.length) };
}
