/** Comments that Xcode writes by itself; they say nothing about their entry. */
const boilerplate = new Set(['No comment provided by engineer.', '(No Comment)', 'No comment']);

/** Returns the text of a comment without its marks; undefined for one that says nothing. */
export function commentText(raw: string): string | undefined {
  const { text } = commentParts(raw);
  return text === '' || boilerplate.has(text) ? undefined : text.replaceAll(/\r\n?/gu, '\n');
}

/** Writes another text between the marks of a comment. */
export function encodeComment(raw: string, text: string): string {
  const { before, after } = commentParts(raw);
  if (raw.startsWith('//')) return before + text.replaceAll(/\s*[\r\n]+\s*/gu, ' ');
  return before + text.replaceAll('*/', '* /') + after;
}

function commentParts(raw: string): { readonly before: string; readonly text: string; readonly after: string } {
  const end = raw.startsWith('/*') ? raw.length - 2 : raw.length;
  const inner = raw.slice(2, end);
  const text = inner.trim();
  const start = 2 + inner.indexOf(text);
  return { before: raw.slice(0, start), text, after: raw.slice(start + text.length) };
}
