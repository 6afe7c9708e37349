/** One reference token, escaped as RFC 6901 asks. */
export function escapeToken(token: string | number): string {
  const text = String(token);
  return text.includes('~') || text.includes('/') ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text;
}

/** The JSON pointer to the end of a path; `''` for no path. */
export function toPointer(path: readonly (string | number)[]): string {
  let pointer = '';
  for (const token of path) pointer += `/${escapeToken(token)}`;
  return pointer;
}

/** The path of a JSON pointer; undefined when the text is none. */
export function fromPointer(pointer: string): string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
