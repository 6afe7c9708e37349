/** A text without the white space around it. */
export interface TextEdges {
  readonly lead: string;
  readonly text: string;
  readonly trail: string;
}

/** Splits off the white space at the edges, which engines do not keep. */
export function splitEdges(original: string): TextEdges {
  const text = original.trim();
  if (text === '') return { lead: '', text: original, trail: '' };
  const start = original.indexOf(text);
  return { lead: original.slice(0, start), text, trail: original.slice(start + text.length) };
}
