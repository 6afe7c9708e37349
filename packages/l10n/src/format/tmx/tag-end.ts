import { doctypeEnd } from '../xml/doctype.js';

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
