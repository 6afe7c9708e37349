import type { ServerCode } from './server-code.js';

const filled = /[^ \t\n\f\r]/g;
const nameEnd = /[ \t\n\f\r/>=]/g;
const unquotedEnd = /[ \t\n\f\r>]/g;

/** Finds the end of a tag, from behind its name; undefined when the text ends before. */
export function tagEnd(text: string, from: number, server: ServerCode): number | undefined {
  for (let at = from; at < text.length;) {
    const char = text.charAt(at);
    if (char === '>') return at + 1;
    const next = isGap(char) ? at + 1 : (server.endAt(text, at) ?? attributeEnd(text, at, server));
    if (next === undefined) return undefined;
    at = next;
  }
  return undefined;
}

function attributeEnd(text: string, at: number, server: ServerCode): number | undefined {
  const end = find(nameEnd, text, at + 1);
  if (end === undefined) return undefined;
  const equals = find(filled, text, end);
  if (equals === undefined || text.charAt(equals) !== '=') return end;
  const value = find(filled, text, equals + 1);
  if (value === undefined) return undefined;
  const quote = text.charAt(value);
  if (quote === '"' || quote === "'") return quotedEnd(text, value + 1, quote, server);
  return quote === '>' ? value : find(unquotedEnd, text, value);
}

/** Finds the end of a quoted value; quotes in the code of a server are its own. */
function quotedEnd(text: string, from: number, quote: string, server: ServerCode): number | undefined {
  let end = text.indexOf(quote, from);
  for (let at = text.indexOf('<', from); at >= 0 && at < end; at = text.indexOf('<', at + 1)) {
    const code = server.endAt(text, at);
    if (code !== undefined && code > end) end = text.indexOf(quote, code);
  }
  return end < 0 ? undefined : end + 1;
}

function find(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index;
}

function isGap(char: string): boolean {
  return char === ' ' || char === '/' || char === '\n' || char === '\t' || char === '\r' || char === '\f';
}
