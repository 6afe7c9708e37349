import { doctypeEnd } from './doctype.js';

/** Returns the position after the markup that starts at a `<`; -1 when it is incomplete. */
export function markupEnd(text: string, start: number): number {
  if (text.startsWith('<!--', start)) return behind(text, '-->', start + 4);
  if (text.startsWith('<![CDATA[', start)) return behind(text, ']]>', start + 9);
  if (text.startsWith('<?', start)) return behind(text, '?>', start + 2);
  if (text.startsWith('<!DOCTYPE', start)) return doctypeEnd(text, start);
  // Incomplete markup may still become one of those above.
  if (text.startsWith('<!', start) && text.length - start < 9) return -1;
  return tagEnd(text, start);
}

/** Returns the position after the `>` of a tag, ignoring those in quotes. */
function tagEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x3e) return at + 1;
    if (code !== 0x22 && code !== 0x27) continue;
    at = text.indexOf(code === 0x22 ? '"' : "'", at + 1);
    if (at < 0) return -1;
  }
  return -1;
}

function behind(text: string, what: string, from: number): number {
  const index = text.indexOf(what, from);
  return index < 0 ? -1 : index + what.length;
}

/** Returns the name in a start or an end tag; empty for other markup. */
export function tagName(text: string, start: number): string {
  const from = text.charCodeAt(start + 1) === 0x2f ? start + 2 : start + 1;
  let at = from;
  while (at < text.length && !isNameEnd(text.charCodeAt(at))) at += 1;
  return text.slice(from, at);
}

/** True for white space, `/`, `>`, `!`, `?` and `<`. */
function isNameEnd(code: number): boolean {
  return code <= 0x20 || code === 0x2f || code === 0x3e || code === 0x21 || code === 0x3f || code === 0x3c;
}

/**
 * Returns the position after the element whose start tag begins at a `<`; -1 when it is incomplete. Nearly every element
 * ends with the next end tag of its name.
 */
export function elementEnd(text: string, start: number): number {
  const open = markupEnd(text, start);
  if (open < 0 || text.charCodeAt(open - 2) === 0x2f) return open;
  const name = tagName(text, start);
  const end = endTagOf(text, name, open);
  if (end < 0) return -1;
  const content = text.slice(open, end);
  const plain = !content.includes('<!') && !content.includes('<?') && !opens(content, name);
  return plain ? end : walkToEnd(text, open, name);
}

/** True when a start tag of a name is in a text. */
function opens(text: string, name: string): boolean {
  const tag = `<${name}`;
  for (let at = text.indexOf(tag); at >= 0; at = text.indexOf(tag, at + 1)) {
    if (isNameEnd(text.charCodeAt(at + tag.length))) return true;
  }
  return false;
}

/** Returns the position after the next end tag of a name. */
function endTagOf(text: string, name: string, from: number): number {
  const tag = `</${name}`;
  for (let at = text.indexOf(tag, from); at >= 0; at = text.indexOf(tag, at + 1)) {
    const code = text.charCodeAt(at + tag.length);
    if (code === 0x3e) return at + tag.length + 1;
    if (code <= 0x20) return behind(text, '>', at + tag.length);
  }
  return -1;
}

/** Walks from tag to tag until all elements of a name are closed. */
function walkToEnd(text: string, from: number, name: string): number {
  let depth = 1;
  let at = from;
  for (let start = text.indexOf('<', at); start >= 0; start = text.indexOf('<', at)) {
    at = markupEnd(text, start);
    if (at < 0) return -1;
    if (tagName(text, start) !== name) continue;
    if (text.startsWith('</', start)) depth -= 1;
    else if (text.charCodeAt(at - 2) !== 0x2f) depth += 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** Lists the markup of a text: tags, comments, instructions, sections and the document type. */
export function* markupIn(text: string): Generator<{ readonly start: number; readonly end: number }> {
  for (let start = text.indexOf('<'); start >= 0;) {
    const end = markupEnd(text, start);
    if (end < 0) return;
    yield { start, end };
    start = text.indexOf('<', end);
  }
}
