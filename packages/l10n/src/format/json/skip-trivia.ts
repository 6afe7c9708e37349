/** Position of the next character that is neither white space nor in a comment. */
export function skipTrivia(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (' \t\r\n'.includes(text.charAt(at)) && at < text.length) at += 1;
    const end = commentEnd(text, at);
    if (end === undefined) return at;
    at = end;
  }
}

/** End of the line of a position, if only white space and comments follow on it; undefined where something else does. */
export function restOfLine(text: string, from: number): number | undefined {
  for (let at = from; ;) {
    const char = text.charAt(at);
    if (char === '\n' || char === '\r' || char === '') return at;
    const end = char === ' ' || char === '\t' ? at + 1 : commentEnd(text, at);
    if (end === undefined) return undefined;
    at = end;
  }
}

function commentEnd(text: string, at: number): number | undefined {
  if (text.startsWith('//', at)) {
    let end = at;
    while (end < text.length && !'\r\n'.includes(text.charAt(end))) end += 1;
    return end;
  }
  if (!text.startsWith('/*', at)) return undefined;
  const end = text.indexOf('*/', at + 2);
  return end < 0 ? text.length : end + 2;
}
